public import Foundation

/// The files under `Tests/Fixtures`, and the repository around them.
public enum Fixtures {
    /// The repository's root folder.
    public static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A fixture by its path below `Tests/Fixtures`.
    public static func url(_ path: String) -> URL {
        repository.appending(path: "Tests/Fixtures").appending(path: path)
    }

    /// The bytes of a fixture.
    public static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url(path)))
    }

    /// The text of a fixture.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: url(path), encoding: .utf8)
    }
}
