/// The kind of device a pane is shown on, with the names that `SupportedUserInterfaceIdioms` uses.
public enum InterfaceIdiom: String, Sendable, Hashable, CaseIterable {
    /// An iPhone or iPod touch.
    case phone = "Phone"
    /// An iPad.
    case pad = "Pad"

    /// Reads the name as the API spells it, in any case.
    public init?(name: String) {
        guard let idiom = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            return nil
        }
        self = idiom
    }

    /// The end of a file's name that keeps it for this idiom, such as `~ipad`.
    var fileSuffix: String {
        switch self {
        case .phone: "~iphone"
        case .pad: "~ipad"
        }
    }
}
