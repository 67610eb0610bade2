// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "vitrine", path: "..")],
    targets: [
        .target(name: "CAllocations"),
        .target(name: "CLimits"),
        .systemLibrary(name: "CXPath", pkgConfig: "libxml-2.0"),
        .target(name: "BenchmarkSupport", swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BenchmarkSupport", "CAllocations", "CLimits", "CXPath", .product(name: "VitrineCore", package: "vitrine"),
            ],
            swiftSettings: settings
        ),
        // It looks into the solver, which takes a build with -enable-testing.
        .executableTarget(
            name: "LayoutBenchmarks",
            dependencies: ["BenchmarkSupport", .product(name: "VitrineCore", package: "vitrine")],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
