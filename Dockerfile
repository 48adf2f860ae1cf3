# Kibitz without a window. `docker compose up` (compose.yaml) says how it is run; docs/container.md tells of it.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No install script runs: nothing of what they fetch is needed to build.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs
# What npm packs runs by itself, but for the engine.
RUN mkdir -p /kibitz/scripts /kibitz/node_modules/stockfish/bin \
  && cp -r out package.json LICENSE /kibitz \
  && rm -r /kibitz/out/fingerprint /kibitz/out/preload /kibitz/out/main/index.js \
  && cp scripts/kibitz.mjs scripts/endings.mjs /kibitz/scripts \
  && cd node_modules/stockfish \
  && cp package.json Copying.txt /kibitz/node_modules/stockfish \
  && cp bin/stockfish-19-lite-single.* /kibitz/node_modules/stockfish/bin

FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /kibitz /opt/kibitz
RUN ln -s /opt/kibitz/scripts/kibitz.mjs /usr/local/bin/kibitz \
  && ln -s /opt/kibitz/out/shim/kibitz-mcp.mjs /usr/local/bin/kibitz-mcp \
  && useradd --uid 1000 --create-home kibitz \
  && install -d -m 700 -o kibitz -g kibitz /data
USER kibitz
ENV KIBITZ_DATA_DIR=/data
VOLUME /data
EXPOSE 7397
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7397').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["kibitz"]
# Beyond loopback, since that is the container's own; who comes in is what the port is published to.
CMD ["headless", "--listen", "0.0.0.0", "--port", "7397"]
