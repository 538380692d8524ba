# Built in one stage with compilers, run in another without them.
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /hansard
# For better-sqlite3, where no ready binary can be fetched.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
COPY drivers ./drivers
COPY packages/client/package.json ./packages/client/
RUN npm ci
COPY tsconfig.json ./
COPY scripts/build.js scripts/buildPage.js ./scripts/
COPY packages ./packages
COPY web ./web
COPY src ./src
RUN npm run build && npm prune --omit=dev

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production PORT=9991 DATA_DIR=/var/lib/hansard
WORKDIR /hansard
RUN install --directory --owner=node --group=node --mode=0700 "$DATA_DIR"
COPY --from=build /hansard/package.json ./
COPY --from=build /hansard/node_modules ./node_modules
COPY --from=build /hansard/dist ./dist
COPY bin ./bin
USER node
VOLUME /var/lib/hansard
EXPOSE 9991
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=5 CMD ["node", "bin/healthy.cjs"]
CMD ["node", "--v8-pool-size=0", "--max-semi-space-size=32", "bin/start.cjs"]
