/// Where a child-pane row leads.
public struct ChildPane: Sendable, Hashable {
    /// The name of the pane, without extension, sub-folders included; nil when the row names none or one outside the
    /// bundle.
    public var pane: String?
    /// Whether the bundle has such a pane.
    public var isAvailable: Bool
    /// The title of the opened pane where it differs from the row's (`IASKChildTitle` of InAppSettingsKit), localised.
    public var title: String?

    /// Creates a link.
    public init(pane: String?, isAvailable: Bool, title: String? = nil) {
        self.pane = pane
        self.isAvailable = isAvailable
        self.title = title
    }
}
