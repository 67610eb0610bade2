FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        libgnutls28-dev libjson-c-dev libmicrohttpd-dev libpq-dev libsqlite3-dev libxml2-dev libzip-dev pkg-config zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# The manifest alone first: packages are fetched again only when it changes.
COPY Package.swift ./
RUN swift package resolve
# SwiftPM wants the folder of every target in the manifest, test targets included.
COPY Tests Tests
COPY Sources Sources
RUN swift build -c release -debug-info-format none --product vitrine --static-swift-stdlib -Xlinker -s \
    && install -D "$(swift build -c release --show-bin-path)/vitrine" /out/vitrine

FROM debian:bookworm-slim
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        libgnutls30 libjson-c5 libmicrohttpd12 libpq5 libsqlite3-0 libstdc++6 libxml2 libzip4 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 vitrine \
    && useradd --uid 10001 --gid vitrine --home-dir /data --no-create-home --shell /usr/sbin/nologin vitrine \
    && install -d -o vitrine -g vitrine -m 0750 /data
COPY --from=build /out/vitrine /usr/bin/vitrine
COPY Public /usr/share/vitrine/Public
COPY Templates /usr/share/vitrine/Templates
COPY Samples /usr/share/vitrine/Samples
COPY docs /usr/share/vitrine/docs
ENV VITRINE_HOST=0.0.0.0 \
    VITRINE_PORT=8080 \
    VITRINE_DATA=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s --retries=3 CMD ["vitrine", "health"]
ENTRYPOINT ["vitrine"]
CMD ["serve"]
