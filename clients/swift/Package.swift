// swift-tools-version: 5.9

import PackageDescription

let settings: [SwiftSetting] = [.enableExperimentalFeature("StrictConcurrency")]

let package = Package(
    name: "VitrineClient",
    // The oldest systems that have async and await.
    platforms: [.iOS(.v13), .tvOS(.v13), .macOS(.v10_15)],
    products: [
        .library(name: "VitrineClient", targets: ["VitrineClient"]),
        .library(name: "VitrineXCTest", targets: ["VitrineXCTest"]),
    ],
    targets: [
        .target(name: "VitrineClient", swiftSettings: settings),
        .target(name: "VitrineXCTest", dependencies: ["VitrineClient"], swiftSettings: settings),
        .testTarget(
            name: "VitrineClientTests",
            dependencies: ["VitrineClient", "VitrineXCTest"],
            swiftSettings: settings
        ),
    ]
)
