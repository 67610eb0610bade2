public import PropertyList

/// One row of a pane as its specifier defines it, its text in the pane's language.
public struct SettingsRow: Sendable, Hashable {
    /// Its place among the pane's specifiers, from 0, groups and hidden elements counted.
    public var index: Int
    /// The `Type` of its specifier, such as `PSToggleSwitchSpecifier`.
    public var specifier: String
    /// Its label; empty when it has none.
    public var title: String
    /// The key under which its value is stored; empty keys are kept, missing ones are nil.
    public var key: String?
    /// Its `DefaultValue`.
    public var defaultValue: PropertyListValue?
    /// What it is.
    public var content: Content
    /// How InAppSettingsKit is asked to show it.
    public var presentation: RowPresentation
    /// In words, when the row is there at all, by keys that build scripts and libraries add; nil when always.
    public var condition: String?

    /// Creates a row.
    public init(
        index: Int,
        specifier: String,
        title: String = "",
        key: String? = nil,
        defaultValue: PropertyListValue? = nil,
        content: Content,
        presentation: RowPresentation = RowPresentation(),
        condition: String? = nil
    ) {
        self.index = index
        self.specifier = specifier
        self.title = title
        self.key = key
        self.defaultValue = defaultValue
        self.content = content
        self.presentation = presentation
        self.condition = condition
    }
}
