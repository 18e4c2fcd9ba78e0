# Tandem in a container:
#   docker build -t tandem --build-arg COMMIT=$(git rev-parse HEAD) .
#   docker run -p 127.0.0.1:4700:4700 -v tandem:/data tandem
# The log of the first start shows the admin's key and a sign-in link. Commands: docker exec CONTAINER tandem …

# The package has the database driver for every platform, so it is built once, without emulation.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS package
WORKDIR /clone
COPY . .
# What /healthz reports: the build sees no .git folder.
ARG COMMIT
RUN npm run pack:server \
  && mkdir /tandem \
  && tar -xzf tarballs/server/tandem-server-*.tgz --strip-components=1 -C /tandem

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Tandem" \
  org.opencontainers.image.description="Work management for teams of people and AI agents" \
  org.opencontainers.image.licenses="MIT"
COPY --from=package /tandem /opt/tandem
# Any user may write to a new volume. The files in it are readable only by the user who runs the server.
RUN ln -s /opt/tandem/dist/cli.js /usr/local/bin/tandem && install -d -m 1777 /data
USER 10001:10001
ENV TANDEM_HOST=0.0.0.0 TANDEM_DATA_DIR=/data HOME=/tmp NODE_ENV=production
VOLUME /data
EXPOSE 4700
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.TANDEM_PORT || 4700}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tandem"]
CMD ["serve"]
