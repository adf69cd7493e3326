# One image for every program of Ticker: server, publish, consume, queue, token, roles, init, secrets, load.
#
#   docker build -t ticker .
#   docker run --init --read-only -e MONGODB_URI=… ticker server
#
# The registry of npm is npm's own setting. Where it takes a configuration file to reach it, hand that in as a secret,
# which stays in no layer: docker build --secret id=npmrc,src=$HOME/.npmrc …
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY protocol/package.json protocol/
COPY mongo/package.json mongo/
COPY publisher/package.json publisher/
COPY server/package.json server/
COPY web/package.json web/
COPY web/src/feed/package.json web/src/feed/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY faults/package.json faults/

FROM manifests AS build
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,target=/root/.npm \
    npm ci --include=dev --no-audit --include-workspace-root \
      -w protocol -w mongo -w publisher -w server -w web
COPY tsconfig.base.json tsconfig.json ./
COPY protocol/ protocol/
COPY mongo/ mongo/
COPY publisher/ publisher/
COPY server/ server/
COPY web/ web/
RUN npx tsc -b protocol mongo publisher server && npm run build -w web \
 && find */dist -name '*.map' -o -name '*.d.ts' -o -name .tsbuildinfo | xargs rm

FROM manifests AS app
# No optional part of the driver is used here. Of the recorded prices the publisher's help names two, 0.1 of 42 MB.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --omit=optional --no-audit -w protocol -w mongo -w publisher -w server \
 && find node_modules/vega-datasets/data -type f ! -name stocks.csv ! -name sp500.csv -delete
COPY --from=build /app/protocol/dist protocol/dist
COPY --from=build /app/mongo/dist mongo/dist
COPY --from=build /app/publisher/dist publisher/dist
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
COPY deploy/image deploy/image
COPY LICENSE ./

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Ticker" \
      org.opencontainers.image.description="A real-time stock ticker on MongoDB: server, publisher and tools" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=app /app ./
RUN ln -s /app/deploy/image/ticker.mjs /usr/local/bin/ticker
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["ticker", "health"]
ENTRYPOINT ["ticker"]
CMD ["help"]
