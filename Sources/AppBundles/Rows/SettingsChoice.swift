public import PropertyList

/// One value of a multi-value row, a radio group or a title row, with what is shown for it.
public struct SettingsChoice: Sendable, Hashable {
    /// The text in the list of choices.
    public var title: String
    /// The text on the row itself, where the specifier gives a shorter one.
    public var shortTitle: String?
    /// What is stored, as the specifier declares it.
    public var value: PropertyListValue

    /// Creates a choice.
    public init(title: String, shortTitle: String? = nil, value: PropertyListValue) {
        self.title = title
        self.shortTitle = shortTitle
        self.value = value
    }
}
