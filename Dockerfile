# Nothing is compiled here: the packages bring their binaries, and their install scripts do not run.
# A build with another registry: --build-arg npm_config_registry=https://…
FROM node:24.21.0-bookworm-slim AS packages
ARG npm_config_registry
# As in .npmrc, which is not sent: it may hold somebody's token.
ENV npm_config_install_links=true
WORKDIR /hansard
COPY package.json package-lock.json ./
COPY drivers ./drivers
COPY packages/client/package.json ./packages/client/
RUN npm ci --ignore-scripts

# What the server runs with. npm leaves out optional packages without a word; here that fails.
FROM packages AS production
RUN npm prune --omit=dev --ignore-scripts
COPY scripts/image/checkPackages.js ./scripts/image/
RUN node scripts/image/checkPackages.js

FROM packages AS build
COPY tsconfig.json ./
COPY scripts/build.js scripts/buildPage.js ./scripts/
COPY packages ./packages
COPY web ./web
COPY src ./src
RUN npm run build

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production PORT=9991 DATA_DIR=/var/lib/hansard
WORKDIR /hansard
RUN install --directory --owner=node --group=node --mode=0700 "$DATA_DIR" /backups
COPY package.json ./
COPY --from=production /hansard/node_modules ./node_modules
COPY --from=build /hansard/dist ./dist
COPY bin ./bin
USER node
VOLUME /var/lib/hansard
EXPOSE 9991
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=5 CMD ["node", "bin/healthy.cjs"]
CMD ["node", "--v8-pool-size=0", "--max-semi-space-size=32", "bin/start.cjs"]
