"""Moving a workspace from one store to another: export, import, and stories told through the product's own writes."""
