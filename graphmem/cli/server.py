"""The managed local server: start, stop, look, save."""
