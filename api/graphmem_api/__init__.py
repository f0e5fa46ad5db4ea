"""GraphQL for graphmem: the questions and acts of a workspace over HTTP and WebSocket, under the same names."""
