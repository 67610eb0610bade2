/// What a principal may do, each on its own: one does not imply another.
public struct AccessScopes: OptionSet, Sendable, Hashable {
    /// One bit for each scope.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// To read everything that is not secret.
    public static let read = AccessScopes(rawValue: 1)
    /// To upload, edit and set.
    public static let write = AccessScopes(rawValue: 2)
    /// To delete dumps, apps, values and domains.
    public static let delete = AccessScopes(rawValue: 4)
    /// To read the raw values of secure fields.
    public static let secrets = AccessScopes(rawValue: 8)
    /// Everything; who has it may make and revoke tokens.
    public static let all: AccessScopes = [.read, .write, .delete, .secrets]

    private static let named: [(name: String, scope: AccessScopes)] = [
        ("read", .read), ("write", .write), ("delete", .delete), ("secrets", .secrets),
    ]

    /// The names of all scopes, in their order.
    public static let allNames = named.map(\.name)

    /// The scope of a name; nil for a name that is none.
    public init?(name: String) {
        guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
        self = known.scope
    }

    /// The names of the scopes in it, in their order.
    public var names: [String] { Self.named.filter { contains($0.scope) }.map(\.name) }

    /// The names with a blank between them, as they are stored.
    public var text: String { names.joined(separator: " ") }

    /// Reads names with blanks between them; those of a newer version count for nothing.
    public init(text: String) {
        self.init(text.split(separator: " ").compactMap { AccessScopes(name: String($0)) })
    }
}

/// Who asks, as far as the server knows.
public struct Principal: Sendable, Hashable {
    /// What the histories call it; nil for who need not say.
    public var name: String?
    /// What it may do.
    public var scopes: AccessScopes

    /// Creates a principal.
    public init(name: String?, scopes: AccessScopes) {
        self.name = name
        self.scopes = scopes
    }

    /// Who asks a server that needs no token.
    public static let anyone = Principal(name: nil, scopes: .all)
    /// Who asks without a token where reading needs none.
    public static let anonymous = Principal(name: nil, scopes: .read)
    /// Who has the token that the server was started with.
    public static let `operator` = Principal(name: "operator", scopes: .all)

    /// Who asked for what is being done; nil outside of requests.
    @TaskLocal public static var current: Principal?
}
