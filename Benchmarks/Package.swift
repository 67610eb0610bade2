// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "vitrine", path: "..")],
    targets: [
        .target(name: "CAllocations"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["CAllocations", .product(name: "VitrineCore", package: "vitrine")],
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
