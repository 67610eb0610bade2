public import AppBundles

/// An app whose bundle the catalog knows.
public struct StoredApp: Sendable, Identifiable {
    /// The stable id: the bundle identifier; with a suffix where two apps would share one, or where there is none and
    /// the name of a folder stands in.
    public var id: String
    /// What the bundle holds.
    public var bundle: AppBundle
    /// Whether it comes from a folder that is not the catalog's to change.
    public var readOnly: Bool
    /// What the app is called when its bundle does not say: by the folders around it.
    public var folderName: String

    /// Creates an entry.
    public init(id: String, bundle: AppBundle, readOnly: Bool, folderName: String) {
        self.id = id
        self.bundle = bundle
        self.readOnly = readOnly
        self.folderName = folderName
    }

    /// The domain of the app's defaults: its bundle identifier, else its id, which no other app has.
    public var domain: String { bundle.declaresIdentifier ? bundle.identifier : id }

    /// The name under the icon, in the best language.
    public func name(languages: [String] = []) -> String { bundle.declaredName(languages: languages) ?? folderName }
}
