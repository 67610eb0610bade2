public import PropertyList
import Synchronization

/// The layers of search lists that no file keeps, by domain: what is managed, what the arguments say, what is
/// registered.
///
/// They stand in for the configuration profile, the command line and the `register(defaults:)` of an app that does
/// not run here. They last as long as the process, or are in a store that several servers share, and their size is bounded.
/// Any thread may call it.
public final class VolatileLayers: Sendable {
    private struct State {
        var domains: [String: VolatileSnapshot] = [:]
        var sizes: [String: [SearchList.Layer: Int]] = [:]
        var bytes = 0
        var changes = 0
    }

    /// The most domains that may have layers when nothing else is said.
    public static let standardDomains = 1_000
    /// The most bytes of all layers together when nothing else is said, measured as values of a domain are.
    public static let standardBytes = 32 << 20

    /// How much one layer may hold: as much as a domain.
    public let limits: DefaultsLimits
    /// The most domains that may have layers.
    public let maximumDomains: Int
    /// The most bytes of all layers together.
    public let maximumBytes: Int
    private let store: (any LayerStore)?
    private let state = Mutex(State())

    /// Creates layers.
    /// - Parameter store: what keeps them; nil keeps them here, where there are none yet.
    public init(
        limits: DefaultsLimits = .standard,
        store: (any LayerStore)? = nil,
        maximumDomains: Int = standardDomains,
        maximumBytes: Int = standardBytes
    ) {
        self.limits = limits
        self.store = store
        self.maximumDomains = maximumDomains
        self.maximumBytes = maximumBytes
    }

    /// The layers of a domain as they are.
    public func snapshot(of domain: String) throws(DefaultsError) -> VolatileSnapshot {
        if let store { return try store.layers(of: domain) }
        return state.withLock { $0.domains[domain] ?? VolatileSnapshot() }
    }

    /// Whether layers are lost when the process ends.
    public var dieWithProcess: Bool { store == nil && state.withLock { !$0.domains.isEmpty } }

    /// How often any layer has changed; nil where they are in a store, which has to be asked.
    public var changes: Int? { store == nil ? state.withLock { $0.changes } : nil }

    /// The values of one layer of a domain.
    public func values(
        of domain: String,
        layer: SearchList.Layer
    ) throws(DefaultsError) -> [String: PropertyListValue] {
        try snapshot(of: domain)[layer]
    }

    /// Replaces a layer; no values clear it.
    /// - Parameters:
    ///   - version: the version the layers of the domain must be at; nil accepts any.
    ///   - unseen: as of ``DefaultsChange/between(_:and:unseen:)``.
    /// - Returns: the keys whose value in the layer is another one now, sorted.
    /// - Throws: `invalidLayer` for a layer that is stored, `revisionConflict` for another version, and what the
    ///   limits say.
    @discardableResult
    public func set(
        _ layer: SearchList.Layer,
        of domain: String,
        to values: [String: PropertyListValue],
        ifVersion version: Int? = nil,
        unseen: Set<String> = []
    ) throws(DefaultsError) -> [String] {
        guard layer.isVolatile else {
            throw DefaultsError(.invalidLayer, "The layer “\(layer.rawValue)” is stored; write the domain instead.")
        }
        try limits.check(domain: domain)
        for (key, value) in values { try limits.check(value, forKey: key) }
        try limits.check(values: values, of: domain)
        let size = limits.bytes(of: values)
        func check(_ snapshot: VolatileSnapshot) throws(DefaultsError) -> [String] {
            if let version, version != snapshot.version {
                throw DefaultsError(
                    .revisionConflict,
                    "The layers of the domain “\(domain)” have changed since. Read them again before you write.",
                    currentRevision: snapshot.version
                )
            }
            return DefaultsChange.between(snapshot[layer], and: values, unseen: unseen).map(\.key)
        }
        let full = DefaultsError(
            .layersFull,
            "All layers together have at most \(maximumDomains) domains and \(maximumBytes) bytes; "
                + "clear some of other domains first."
        )
        if let store {
            let write = LayerChange(layer: layer, domain: domain, values: values, bytes: values.isEmpty ? 0 : size)
            return try store.change(write, check: check) { others throws(DefaultsError) in
                guard others.bytes + write.bytes <= maximumBytes, others.domains < maximumDomains else { throw full }
            }
        }
        return try state.withLock { state throws(DefaultsError) in
            var layers = state.domains[domain] ?? VolatileSnapshot()
            let changed = try check(layers)
            guard !changed.isEmpty else { return [] }
            let bytes = state.bytes - (state.sizes[domain]?[layer] ?? 0) + size
            guard bytes <= maximumBytes, state.domains[domain] != nil || state.domains.count < maximumDomains else {
                throw full
            }
            layers.layers[layer] = values.isEmpty ? nil : values
            state.changes += 1
            layers.version = state.changes
            state.bytes = bytes
            state.sizes[domain, default: [:]][layer] = size
            state.domains[domain] = layers.layers.isEmpty ? nil : layers
            if layers.layers.isEmpty { state.sizes[domain] = nil }
            return changed
        }
    }
}

/// Where the volatile layers of several servers are kept. Any thread may call it; every write is durable when it returns.
public protocol LayerStore: Sendable {
    /// The layers of a domain as they are.
    func layers(of domain: String) throws(DefaultsError) -> VolatileSnapshot

    /// Replaces a layer; no values clear it. The version of the domain's layers is another one then.
    /// - Parameters:
    ///   - check: given the layers as they are, says which keys change, or refuses. Nothing is written where none do.
    ///   - room: refuses where the other domains and layers leave no room. It may be told of a moment ago.
    /// - Returns: what `check` said.
    func change(
        _ change: LayerChange,
        check: (VolatileSnapshot) throws(DefaultsError) -> [String],
        room: (LayerRoom) throws(DefaultsError) -> Void
    ) throws(DefaultsError) -> [String]
}

/// A layer on its way into a store.
public struct LayerChange: Sendable {
    /// The layer.
    public var layer: SearchList.Layer
    /// The domain whose search list it is in.
    public var domain: String
    /// The values from then on; none clear the layer.
    public var values: [String: PropertyListValue]
    /// How many bytes the values count as.
    public var bytes: Int
}

/// How much the layers besides one take.
public struct LayerRoom: Sendable {
    /// How many other domains have layers.
    public var domains: Int
    /// How many bytes all other layers count as.
    public var bytes: Int

    /// Creates a measure.
    public init(domains: Int, bytes: Int) {
        self.domains = domains
        self.bytes = bytes
    }
}

/// The volatile layers of one domain at one moment.
public struct VolatileSnapshot: Sendable, Hashable {
    /// Another number after every change; 0 while no layer holds anything.
    public var version: Int
    /// The values of the layers that hold any.
    public var layers: [SearchList.Layer: [String: PropertyListValue]]

    /// Creates a snapshot; one without layers unless told otherwise.
    public init(version: Int = 0, layers: [SearchList.Layer: [String: PropertyListValue]] = [:]) {
        self.version = version
        self.layers = layers
    }

    /// The values of a layer.
    public subscript(layer: SearchList.Layer) -> [String: PropertyListValue] { layers[layer] ?? [:] }
}

/// What an app's command line puts into its search list (`NSArgumentDomain`).
///
/// Pairs of `-Key` and a value make values; what begins with `-` is never a value, and what is neither is passed over
/// (`UserDefaults`, “The Domains of the User Defaults System”).
public struct LaunchArguments: Sendable, Hashable {
    /// The most arguments that whoever takes them from strangers should read: each may be a property list.
    public static let maximumCount = 10_000

    /// An argument that makes no value.
    public struct Ignored: Sendable, Hashable {
        /// Its place among the arguments, counted from 0.
        public var index: Int
        /// The argument.
        public var argument: String
        /// One sentence for people.
        public var reason: String
    }

    /// The values by key; of a key that comes twice the last.
    public private(set) var values: [String: PropertyListValue] = [:]
    /// The arguments that make no value, in their order.
    public private(set) var ignored: [Ignored] = []

    /// Reads arguments, without the name of the program before them.
    public init(_ arguments: [String]) {
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            if let key = Self.key(argument), let value = Self.value(after: index, in: arguments) {
                values[key] = nil
                values[key] = Self.value(of: value)
                index += 2
            } else {
                ignored.append(Ignored(index: index, argument: argument, reason: Self.reason(argument)))
                index += 1
            }
        }
    }

    /// What the text of an argument stands for: a property list in XML or old style when it begins like one and can
    /// be read, else the text itself. A number stays text, which `integer(forKey:)` converts.
    public static func value(of text: String) -> PropertyListValue {
        guard let first = text.utf8.first(where: { !" \t\n\r".utf8.contains($0) }), "{[(<\"".utf8.contains(first),
            // try?: an argument that is no property list is text, as in Foundation.
            let value = try? PropertyListReader.read(Array(text.utf8))
        else { return .string(text) }
        return value
    }

    private static func key(_ argument: String) -> String? {
        argument.utf8.first == dash && argument.utf8.count > 1 ? String(argument.unicodeScalars.dropFirst()) : nil
    }

    private static func value(after index: Int, in arguments: [String]) -> String? {
        guard index + 1 < arguments.count, arguments[index + 1].utf8.first != dash else { return nil }
        return arguments[index + 1]
    }

    private static func reason(_ argument: String) -> String {
        guard key(argument) != nil else { return "It is no key, which begins with a dash, and no key is before it." }
        return "No value follows it; what begins with a dash is never a value."
    }

    private static let dash = UInt8(ascii: "-")
}
