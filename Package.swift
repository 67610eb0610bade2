// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // A whole module is type-checked once, not once more for its interface; and LLVM's check of what the Swift compiler
    // makes is for those who work on the compiler. Each takes about a tenth of the time.
    .unsafeFlags(["-no-emit-module-separately-wmo", "-Xfrontend", "-disable-llvm-verify"]),
]

/// Of small modules that each page and each answer goes through: they are optimized in every build.
let optimized = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Of modules that only start others and print what they answer: optimizing them takes long and gains nothing.
let unoptimized = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// What tests of the whole application take.
let serverTests: [Target.Dependency] = ["ServerTesting", "HTTPTesting", "StorageTesting", "SQLiteStorage"]

/// A module of the product, with its tests beside it.
func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    tests: [Target.Dependency] = [],
    settings own: [SwiftSetting] = settings
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: own),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name), "TestSupport"] + dependencies + tests,
            swiftSettings: settings
        ),
    ]
}

let collections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let systemLibraries: [Target] = [
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CSharedMemory"),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
]

let modules: [[Target]] = [
    module("Diagnostics"),
    module("PropertyList"),
    module("JSON", ["CJSON"], settings: optimized),
    module("Markup", ["CXML"]),
    module("Mustache", ["Diagnostics"], tests: ["JSON"], settings: optimized),
    module("LinearSolver", ["Diagnostics"]),
    module("ViewHierarchy", ["Diagnostics"], tests: ["TreeTesting", "AutoLayout", "Drawing"]),
    module(
        "AutoLayout",
        ["ViewHierarchy", "LinearSolver", "Diagnostics"],
        tests: ["TreeTesting", "DumpFormats"]
    ),
    module("Drawing", ["ViewHierarchy", "Diagnostics"], tests: ["TreeTesting", "AutoLayout"]),
    module("Locators", ["ViewHierarchy", "Diagnostics"], tests: ["DumpFormats"]),
    module("Archives", ["CZip"]),
    module("PastedText", ["PropertyList", "JSON", "Diagnostics"], tests: ["Markup"]),
    module("ObjectArchives", ["PastedText", "PropertyList"]),
    module(
        "DumpFormats",
        [
            "PastedText", "ObjectArchives", "AutoLayout", "ViewHierarchy", "Diagnostics", "PropertyList", "JSON",
            "Markup", "Archives",
        ],
        tests: ["Drawing"]
    ),
    module("AppBundles", ["PropertyList", "Markup", "Diagnostics", collections]),
    module(
        "Checks",
        ["ViewHierarchy", "AutoLayout", "Drawing", "Locators", "JSON", "Diagnostics", yams],
        tests: ["DumpFormats", "Markup"]
    ),
    module("Storage"),
    module("Defaults", ["PropertyList", "Storage"], tests: ["StorageTesting"]),
    module("Access", ["CGnuTLS", "Storage"], tests: ["SQLiteStorage"]),
    module(
        "Catalog",
        [
            "ViewHierarchy", "AutoLayout", "Drawing", "DumpFormats", "AppBundles", "Archives", "Diagnostics",
            "Storage", "CMalloc", "JSON",
        ],
        tests: ["StorageTesting"]
    ),
    module("HTTP", ["Diagnostics", "CMicroHTTPD", "CZlib", httpTypes, logging], tests: ["HTTPTesting"]),
    module("Live", ["HTTP", "Access", "Locators", "ViewHierarchy", "Diagnostics", "JSON"], tests: ["DumpFormats"]),
    module(
        "Shapes",
        [
            "Checks", "Catalog", "DumpFormats", "PastedText", "AppBundles", "Locators", "Drawing", "AutoLayout",
            "ViewHierarchy", "Diagnostics", "PropertyList", "JSON",
        ]
    ),
    module(
        "Web",
        [
            "HTTP", "Access", "Defaults", "Storage", "Mustache", "Diagnostics", "PropertyList", "JSON", httpTypes,
            logging,
        ],
        tests: serverTests
    ),
    module(
        "Services",
        [
            "Web", "HTTP", "Live", "Catalog", "Defaults", "Access", "Storage", "DumpFormats", "AppBundles", "Archives",
            "ViewHierarchy", "Diagnostics", "PropertyList", "JSON", httpTypes, logging, collections,
        ],
        tests: serverTests
    ),
    module(
        "DumpServer",
        [
            "Services", "Web", "HTTP", "Live", "Shapes", "Catalog", "Checks", "DumpFormats", "AppBundles", "Locators",
            "Drawing", "AutoLayout", "ViewHierarchy", "Diagnostics", "PropertyList", "JSON", httpTypes, logging,
        ],
        tests: serverTests
    ),
    module(
        "AppServer",
        [
            "Services", "Web", "HTTP", "Shapes", "Catalog", "Checks", "Defaults", "Access", "Storage", "DumpFormats",
            "AppBundles", "Mustache", "ViewHierarchy", "Diagnostics", "PropertyList", "JSON", httpTypes, logging,
            collections,
        ],
        tests: serverTests
    ),
    module(
        "WebDriver",
        [
            "Services", "Web", "HTTP", "Shapes", "Catalog", "Defaults", "DumpFormats", "AppBundles", "Locators",
            "Drawing", "ViewHierarchy", "Diagnostics", "PropertyList", "JSON", httpTypes, logging,
        ],
        tests: serverTests
    ),
    module(
        "Agents",
        ["Services", "Web", "HTTP", "Access", "Live", "Diagnostics", "JSON", httpTypes],
        tests: serverTests
    ),
    module(
        "SQLiteStorage",
        [
            "Catalog", "Defaults", "Access", "Storage", "DumpFormats", "ViewHierarchy", "PropertyList", "Diagnostics",
            "CSharedMemory", grdb, sqlite,
        ],
        tests: ["StorageTesting"]
    ),
    module(
        "PostgresStorage",
        ["Catalog", "Defaults", "Access", "Storage", "DumpFormats", "ViewHierarchy", "PropertyList", "CPostgres"],
        tests: ["StorageTesting"]
    ),
]

/// What `Benchmarks/` measures, and what `Tests/Fuzz` feeds with anything.
let core = Product.library(
    name: "VitrineCore",
    targets: [
        "ViewHierarchy", "LinearSolver", "AutoLayout", "Drawing", "Locators", "Checks", "DumpFormats", "Shapes", "JSON",
        "Markup", "PropertyList", "Archives", "AppBundles", "Catalog", "Diagnostics", "TestSupport", "Agents",
    ]
)

let package = Package(
    name: "vitrine",
    products: [.executable(name: "vitrine", targets: ["vitrine"]), core],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: systemLibraries + modules.flatMap { $0 } + [
        .target(
            name: "TestSupport",
            dependencies: ["ViewHierarchy"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        .target(
            name: "TreeTesting",
            dependencies: ["ViewHierarchy", "TestSupport"],
            path: "Tests/TreeTesting",
            swiftSettings: settings
        ),
        .target(
            name: "StorageTesting",
            dependencies: [
                "Catalog", "Defaults", "Access", "Storage", "DumpFormats", "PropertyList", "ViewHierarchy",
                "TestSupport",
            ],
            path: "Tests/StorageTesting",
            swiftSettings: settings
        ),
        .target(
            name: "HTTPTesting",
            dependencies: ["HTTP", httpTypes],
            path: "Tests/HTTPTesting",
            swiftSettings: settings
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Web", "Services", "DumpServer", "AppServer", "WebDriver", "HTTP", "Access", "Defaults", "DumpFormats",
                "PropertyList", "JSON", "ViewHierarchy", "TestSupport", httpTypes,
            ] + serverTests,
            swiftSettings: settings
        ),
        .testTarget(
            name: "vitrineTests",
            dependencies: ["vitrine", "Commands", "Access", "AppBundles", "TestSupport"],
            swiftSettings: settings
        ),
        .target(
            name: "Commands",
            dependencies: [
                "Shapes", "Checks", "Catalog", "DumpFormats", "AppBundles", "Locators", "Drawing", "AutoLayout",
                "ViewHierarchy", "Access", "Live", "Diagnostics", "PropertyList", "JSON", argumentParser,
            ],
            swiftSettings: unoptimized
        ),
        .target(
            name: "ServerTesting",
            dependencies: [
                "DumpServer", "AppServer", "WebDriver", "Agents", "Services", "Web", "SQLiteStorage", "Catalog",
                "Access", "DumpFormats", "HTTP", "HTTPTesting", "JSON", "TestSupport", httpTypes, logging,
            ],
            path: "Tests/ServerTesting",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "vitrine",
            dependencies: [
                "DumpServer", "AppServer", "WebDriver", "Agents", "Services", "Web", "Commands", "Live",
                "SQLiteStorage", "PostgresStorage",
                "Storage", "HTTP", "Catalog", "Defaults", "Access", "AppBundles", "DumpFormats", "Diagnostics",
                "PropertyList", "JSON",
                argumentParser, logging, yams,
            ],
            swiftSettings: unoptimized
        ),
    ],
    swiftLanguageModes: [.v6]
)
