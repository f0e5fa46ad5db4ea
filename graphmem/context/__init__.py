"""Context: in one call, what someone who begins a task should know, within a budget of tokens."""
