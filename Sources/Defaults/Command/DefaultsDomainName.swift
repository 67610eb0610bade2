/// The names of domains, as the command line says them.
public enum DefaultsDomainName {
    /// The domain that every app's search list holds below its own.
    public static let global = "NSGlobalDomain"

    /// Whether a name is the path of a property list instead: domains hold no slash.
    public static func isPath(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "/")) }

    /// A domain as output and messages call it.
    static func shown(_ name: String) -> String { name == global ? "Apple Global Domain" : name }

    /// The domain that an argument means.
    static func named(_ argument: String) -> String {
        ["-g", "-globalDomain", shown(global)].contains(argument) ? global : argument
    }
}
