# The suite without a browser, for a file system that is read-only but for /reports; docs/ci.md shows how it is run.
ARG NODE=24-trixie-slim

FROM node:${NODE} AS build
WORKDIR /suite
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:${NODE}
COPY --from=build /suite/package.json /suite/package.json
COPY --from=build /suite/node_modules /suite/node_modules
COPY --from=build /suite/dist /suite/dist
# Reports, ledger and history are where the caller mounts them; nothing else is written but scratch files, in memory.
ENV NODE_ENV=production \
    REPORT_FOLDER=/reports/latest \
    TMPDIR=/dev/shm \
    INVOCATION="docker run --rm -e BASE_URL -e ADMIN_TOKEN -v \$PWD/reports:/reports management-api-conformance"
RUN mkdir /reports && chown node:node /reports
WORKDIR /reports
USER node
ENTRYPOINT ["node", "/suite/dist/commands/bin.js"]
CMD ["run"]
