/// A list that people add to and take from (`IASKListGroupSpecifier` of InAppSettingsKit), stored as an array.
public struct ListGroup: Sendable, Hashable {
    /// The most items that an edit may store.
    public static let maximumItems = 1_000

    /// What each item is edited with (`ItemSpecifier`); nil when the bundle does not say.
    public var item: SettingsRow?
    /// The row that adds an item (`AddSpecifier`); nil when items cannot be added.
    public var add: SettingsRow?
    /// Whether items can be taken away.
    public var isDeletable: Bool

    /// Creates a list.
    public init(item: SettingsRow?, add: SettingsRow? = nil, isDeletable: Bool = false) {
        self.item = item
        self.add = add
        self.isDeletable = isDeletable
    }
}
