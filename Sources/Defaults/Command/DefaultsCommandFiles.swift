/// The files that `import` and `export` name.
public protocol DefaultsCommandFiles: Sendable {
    /// The bytes of a file, or of standard input when the path is `-`.
    /// - Throws: ``DefaultsCommandError`` when they cannot be read.
    func read(_ path: String) throws -> [UInt8]

    /// Writes a file in one step: whoever reads it finds the old bytes or the new ones.
    /// - Throws: ``DefaultsCommandError`` when it cannot be written.
    func write(_ bytes: [UInt8], to path: String) throws
}
