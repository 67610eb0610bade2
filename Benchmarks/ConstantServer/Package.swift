// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nothing else has to fetch or build its dependencies. Its folder may not be called after one of them.
let package = Package(
    name: "hummingbird-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1")],
    targets: [
        .executableTarget(name: "constant", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
    ],
    swiftLanguageModes: [.v6]
)
