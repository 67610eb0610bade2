/// The three ways to look at a domain's values.
enum DefaultsView: String, CaseIterable, Sendable {
    /// What the domain itself stores.
    case stored
    /// What `UserDefaults` returns in the app: the whole search list; the bundle's default values do not count.
    case app
    /// What the Settings screen shows: stored values, else the bundle's default values.
    case settings
}
