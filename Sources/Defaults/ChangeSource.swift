/// Where a change came from.
public enum ChangeSource: String, Sendable, Hashable, CaseIterable {
    /// A page of the product.
    case web
    /// A client of the JSON API.
    case api
    /// The command line.
    case cli
    /// A property list that was read in.
    case `import`
    /// An older revision that was brought back.
    case restore
}
