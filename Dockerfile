# Kibitz without a window. `docker compose up` (compose.yaml) says how it is run; docs/operating.md describes it.
# Images by their exact versions: a newer one is taken by changing its number here. Where your registry tells you the
# digest of one, append it (@sha256:…), and not even that version can change.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts/node scripts/node
# No install script runs: nothing of what they fetch is needed to build.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs
# What npm packs runs by itself; readable by everybody, though the checkout may not be.
RUN mkdir -p /kibitz/scripts \
  && cp -r out package.json LICENSE /kibitz \
  && rm -r /kibitz/out/fingerprint /kibitz/out/files.json /kibitz/out/preload /kibitz/out/main/index.js \
  && cp scripts/kibitz.mjs scripts/endings.mjs /kibitz/scripts \
  && chmod -R a+rX /kibitz

FROM debian:12.12-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /kibitz /opt/kibitz
RUN ln -s /opt/kibitz/scripts/kibitz.mjs /usr/local/bin/kibitz \
  && ln -s /opt/kibitz/out/shim/kibitz-mcp.mjs /usr/local/bin/kibitz-mcp \
  && useradd --uid 1000 --create-home kibitz \
  && install -d -m 700 -o kibitz -g kibitz /data
USER kibitz
ENV KIBITZ_DATA_DIR=/data KIBITZ_PORT=7397
VOLUME /data
EXPOSE 7397
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(JSON.parse(require('fs').readFileSync(process.env.KIBITZ_DATA_DIR + '/host.json')).url).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["kibitz"]
# Beyond loopback, since that is the container's own; who comes in is what the port is published to.
CMD ["headless", "--listen", "0.0.0.0"]
