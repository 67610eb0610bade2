public import AppBundles
public import Diagnostics
public import FoundationEssentials

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
    /// When it was uploaded; nil for a folder.
    public var uploadedAt: Date?
    /// The bundle's files.
    public var files: any BundleFiles
    /// What is to be said of how the bundle came here: files whose bytes are not kept, a folder that changed.
    public var notes: [Diagnostic]

    /// Creates an entry.
    public init(
        id: String,
        bundle: AppBundle,
        files: any BundleFiles,
        readOnly: Bool,
        folderName: String,
        uploadedAt: Date? = nil,
        notes: [Diagnostic] = []
    ) {
        self.id = id
        self.bundle = bundle
        self.files = files
        self.readOnly = readOnly
        self.folderName = folderName
        self.uploadedAt = uploadedAt
        self.notes = notes
    }

    /// The domain of the app's defaults: its bundle identifier, else its id, which no other app has.
    public var domain: String { bundle.declaresIdentifier ? bundle.identifier : id }

    /// What is wrong with the bundle as a whole, and what is to be said of how it came here.
    public var report: [Diagnostic] { bundle.report + notes }

    /// The name under the icon, in the best language.
    public func name(languages: [String] = []) -> String { bundle.declaredName(languages: languages) ?? folderName }
}
