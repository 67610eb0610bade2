public import AppBundles
public import Diagnostics
public import FoundationEssentials

/// An app whose bundle the catalog knows.
public struct CatalogApp: Sendable, Identifiable {
    /// The stable id: the bundle identifier; with a suffix where two apps would share one, or where there is none and
    /// the name of a folder stands in.
    public var id: String
    /// What the bundle holds.
    public var bundle: AppBundle
    /// The bundle's files.
    public var files: any BundleFiles
    /// Whether it comes from a folder that is not the catalog's to change.
    public var readOnly: Bool
    /// What the app is called when its bundle does not say: by the folders around it.
    public var folderName: String
    /// When it was uploaded; nil for a folder.
    public var uploadedAt: Date?
    /// Who uploaded it; nil for a folder, and where nobody said.
    public var actor: String?
    /// What is to be said of how the bundle came here: files whose bytes are not kept, a folder that changed.
    public var notes: [Diagnostic] = []
    /// What is known of its interfaces, of the files as they are.
    var shelf = InterfaceShelf()

    /// The domain of the app's defaults: its bundle identifier, else its id, which no other app has.
    public var domain: String { bundle.declaresIdentifier ? bundle.identifier : id }

    /// What is wrong with the bundle as a whole, and what is to be said of how it came here.
    public var report: [Diagnostic] { bundle.report + notes }

    /// The name under the icon, in the best language.
    public func name(languages: [String] = []) -> String { bundle.declaredName(languages: languages) ?? folderName }
}

/// An uploaded app in memory.
struct OpenedApp: Sendable {
    var app: CatalogApp
    /// Its files, as far as the store gave them.
    var files: IndexedFiles
    /// About how many bytes it takes.
    var cost: Int
}

/// An app that somebody sends: a zip archive with one bundle in it.
public struct AppUpload: Sendable {
    /// The archive.
    public var archive: ArraySlice<UInt8>
    /// What the app is called when its bundle does not say, such as the name of the archive; nil leaves that to the
    /// folders in the archive.
    public var name: String?

    /// Creates an upload.
    public init(archive: ArraySlice<UInt8>, name: String? = nil) {
        self.archive = archive
        self.name = name
    }

    /// Whether some bytes begin as a zip archive does (APPNOTE.TXT, sections 4.3.7 and 4.3.16).
    public static func isArchive(_ bytes: some Sequence<UInt8>) -> Bool {
        let start = Array(bytes.prefix(4))
        return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
    }
}

/// What the store says of an uploaded app.
public struct UploadedApp: Sendable, Hashable, Identifiable {
    /// The stable id, which it keeps whatever other apps come and go.
    public var id: String
    /// The name of the bundle's folder in the archive, such as `Clock.app`.
    public var bundleName: String
    /// What the app is called when its bundle does not say.
    public var folderName: String
    /// A text that another content hardly has: the bundle's name and what lists say of its files.
    public var fingerprint: String
    /// When it came here.
    public var createdAt: Date
    /// Who sent it; nil where nobody said.
    public var actor: String?

    /// Creates an entry.
    public init(
        id: String,
        bundleName: String,
        folderName: String,
        fingerprint: String,
        createdAt: Date,
        actor: String? = nil
    ) {
        self.id = id
        self.bundleName = bundleName
        self.folderName = folderName
        self.fingerprint = fingerprint
        self.createdAt = createdAt
        self.actor = actor
    }
}

/// An app on its way into a storage.
public struct NewApp: Sendable {
    /// What the store will say of it.
    public var summary: UploadedApp
    /// Its files.
    public var contents: AppContents
    /// The keys that it marks as secure, by their domains. They are stored with it.
    public var secretKeys: [String: Set<String>]

    /// Creates an app.
    public init(summary: UploadedApp, contents: AppContents, secretKeys: [String: Set<String>]) {
        self.summary = summary
        self.contents = contents
        self.secretKeys = secretKeys
    }

    /// What it marks as secure.
    package var marks: SecretMarks {
        SecretMarks(bundle: summary.id, uploadedAt: summary.createdAt, seenAt: summary.createdAt, keys: secretKeys)
    }

    /// How many bytes of its files are kept.
    package var byteCount: Int { contents.bytes.values.reduce(0) { $0 + $1.count } }
}

/// The files of a bundle that came as an archive: all are listed, some have their bytes.
public struct AppContents: Sendable, Hashable {
    /// The name of the bundle's folder, such as `Clock.app`.
    public var bundleName: String
    /// All files, sorted by path.
    public var files: [AppFile]
    /// The bytes of those that are kept, by path.
    public var bytes: [String: [UInt8]]

    /// Creates contents.
    public init(bundleName: String, files: [AppFile], bytes: [String: [UInt8]]) {
        self.bundleName = bundleName
        self.files = files.sorted { $0.path < $1.path }
        self.bytes = bytes
    }

    /// A short text that other contents hardly have.
    var fingerprint: String {
        var text = bundleName
        for file in files { text += "\n\(file.path) \(file.size) \(file.checksum)" }
        return ContentHash(text.utf8).shortText
    }
}

/// A file of an uploaded app, as lists tell of it.
public struct AppFile: Sendable, Hashable {
    /// The path, relative to the bundle.
    public var path: String
    /// How many bytes it has.
    public var size: Int
    /// The check sum (CRC-32) of its bytes.
    public var checksum: UInt32
    /// Whether its bytes are kept; those that nothing here reads are not.
    public var isKept: Bool

    /// Creates an entry.
    public init(path: String, size: Int, checksum: UInt32, isKept: Bool) {
        self.path = path
        self.size = size
        self.checksum = checksum
        self.isKept = isKept
    }
}
