/// Why the `defaults` command could not do what it was told. Nothing has changed when one is thrown.
public struct DefaultsCommandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What goes to standard error; the wording is that of `defaults(1)` where it has one.
    public var message: String
    /// Whether the command itself cannot be understood.
    public var isUsage: Bool

    /// Creates an error.
    public init(_ message: String, isUsage: Bool = false) {
        self.message = message
        self.isUsage = isUsage
    }

    /// The message.
    public var description: String { message }

    static func usage(_ message: String) -> DefaultsCommandError {
        DefaultsCommandError(message + " “vitrine defaults help” tells more.", isUsage: true)
    }

    static func noPair(_ domain: String, _ key: String) -> DefaultsCommandError {
        DefaultsCommandError("The domain/default pair of (\(domain), \(key)) does not exist")
    }

    static func noDomain(_ domain: String) -> DefaultsCommandError {
        DefaultsCommandError("Domain \(DefaultsDomainName.shown(domain)) does not exist")
    }
}
