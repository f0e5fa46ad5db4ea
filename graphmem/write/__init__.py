"""One file an act: remember, forget, reinstate, merge, describe, dismiss, erase. `plan` decides, and does no I/O."""
