public import PropertyList

/// What `UserDefaults` finds in an app: layers of values, of which the first with a key wins.
///
/// The order is Apple's: managed, arguments, the app's domain, `NSGlobalDomain`, registration
/// (`UserDefaults`, “The Domains of the User Defaults System”).
public struct SearchList: Sendable, Hashable {
    /// One place where values are looked for, the first to be asked first.
    public enum Layer: String, Sendable, Hashable, CaseIterable {
        /// Forced by a configuration profile.
        case managed
        /// Given on the command line of the app (`NSArgumentDomain`).
        case argument
        /// Stored in the app's own domain.
        case stored
        /// Stored in `NSGlobalDomain`.
        case global
        /// Registered by the app with `register(defaults:)`.
        case registered

        /// Whether no file keeps it: it lasts as long as the process that set it.
        public var isVolatile: Bool {
            switch self {
            case .managed, .argument, .registered: true
            case .stored, .global: false
            }
        }
    }

    private var layers: [Layer: [String: PropertyListValue]]

    /// Creates a search list from the layers that are there.
    public init(_ layers: [Layer: [String: PropertyListValue]] = [:]) {
        self.layers = layers
    }

    /// The values of one layer.
    public subscript(layer: Layer) -> [String: PropertyListValue] {
        get { layers[layer] ?? [:] }
        set { layers[layer] = newValue }
    }

    /// What an app gets for a key; nil when no layer has it.
    public func lookUp(_ key: String) -> SearchResult? {
        for layer in Layer.allCases {
            if let value = self[layer][key] { return SearchResult(value: value, origin: layer) }
        }
        return nil
    }

    /// Which layer hides the value that another one has for a key; nil when none does.
    public func layer(shadowing key: String, in layer: Layer) -> Layer? {
        guard let origin = lookUp(key)?.origin, origin != layer, self[layer][key] != nil else { return nil }
        return origin
    }

    /// All that an app gets, as `dictionaryRepresentation()` gives it.
    public var values: [String: PropertyListValue] {
        Layer.allCases.reversed().reduce(into: [:]) { values, layer in
            values.merge(self[layer]) { _, higher in higher }
        }
    }
}

/// A value that a search list found.
public struct SearchResult: Sendable, Hashable {
    /// The value.
    public var value: PropertyListValue
    /// Where it was found.
    public var origin: SearchList.Layer

    /// Creates a result.
    public init(value: PropertyListValue, origin: SearchList.Layer) {
        self.value = value
        self.origin = origin
    }
}
