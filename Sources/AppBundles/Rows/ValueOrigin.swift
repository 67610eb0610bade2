/// Where the value that a row shows comes from; the raw values are those of the API.
public enum ValueOrigin: String, Sendable, Hashable, CaseIterable {
    /// It is stored in the app's domain.
    case stored
    /// It is the specifier's `DefaultValue`, which the app itself does not see.
    case `default`
    /// The app registered it.
    case registered
    /// It was given on the command line.
    case argument
    /// A device administrator forces it.
    case managed
    /// There is none.
    case none
}
