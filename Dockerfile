# syntax=docker/dockerfile:1

# The build: all packages, then the compiled program and page.
FROM node:20-bookworm-slim AS build
WORKDIR /app
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY .npmrc package.json package-lock.json ./
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsdown.config.ts ./
COPY assets assets
COPY src src
COPY web web
RUN npm run -s build

# The packages that run, and nothing else.
FROM node:20-bookworm-slim AS packages
WORKDIR /app
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY .npmrc package.json package-lock.json ./
RUN npm ci --omit=dev --omit=peer --workspaces=false --no-audit --no-fund

FROM node:20-bookworm-slim
LABEL org.opencontainers.image.title="Groundrail" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    GROUNDRAIL_STORE=/data/index.db
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json README.md CHANGELOG.md LICENSE NOTICE ./
COPY assets assets
COPY landscapes landscapes
COPY --from=build /app/dist dist
RUN ln -s /app/dist/cli.js /usr/local/bin/groundrail \
 && mkdir /data /landscape \
 && chown node:node /data
USER node
VOLUME /data
EXPOSE 7878
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7878/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["groundrail"]
CMD ["serve", "-C", "/landscape", "--host", "0.0.0.0"]
