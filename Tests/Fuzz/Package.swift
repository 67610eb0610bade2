// swift-tools-version: 6.2

import PackageDescription

// `script/fuzz` builds this with the sanitizers, and only so: `swift build` alone lacks libFuzzer.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "vitrine", path: "../..")],
    targets: [
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: ["CFuzzer", .product(name: "VitrineCore", package: "vitrine")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
