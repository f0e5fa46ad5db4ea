# The GraphQL server: docker compose builds and starts it (docker-compose.yml, service `api`).
FROM python:3.12-slim
WORKDIR /app
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY graphmem graphmem
COPY cypher cypher
COPY examples examples
COPY api api
RUN pip install --no-cache-dir ".[api]"
USER 65534
ENTRYPOINT ["graphmem"]
CMD ["serve"]
