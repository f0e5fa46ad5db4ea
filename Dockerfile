# The server with the explorer: docker compose builds and starts it (docker-compose.yml, service `api`).
FROM node:22-slim AS explorer
WORKDIR /app/api/explorer
COPY api/explorer ./
RUN npm ci --silent && npm run build

FROM python:3.12-slim
WORKDIR /app
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY graphmem graphmem
COPY cypher cypher
COPY examples examples
COPY api api
COPY --from=explorer /app/api/graphmem_api/explorer api/graphmem_api/explorer
RUN pip install --no-cache-dir ".[api]"
USER 65534
ENTRYPOINT ["graphmem"]
CMD ["serve"]
