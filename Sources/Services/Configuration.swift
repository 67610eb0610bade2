public import Foundation
import JSON

/// What the person who starts the server decides.
public struct ServerConfiguration: Sendable {
    /// Host names besides `localhost` and IP addresses under which the server may be reached; see `HostAllowList`.
    public var allowedHosts: [String] = []
    /// The largest dump that an upload may hold, in bytes.
    public var maximumDumpBytes = 64 << 20
    /// The largest JSON dump, in bytes; JSON needs many times its size in memory.
    public var maximumJSONDumpBytes = 32 << 20
    /// The largest archive of an app, in bytes.
    public var maximumAppBytes = 256 << 20
    /// The largest body of any other request, in bytes.
    public var maximumBodyBytes = 1 << 20
    /// The largest body that carries the values of a domain of defaults, in bytes.
    public var maximumDomainBodyBytes = JSONLimits.defaults.maximumBytes
    /// How many uploads are read at the same time; more wait.
    public var maximumConcurrentUploads = 2
    /// How many uploads may wait to be read; one more is answered with 503.
    public var maximumWaitingUploads = ServerConfiguration.standardWaitingUploads
    /// The usual number of uploads that may wait.
    public static let standardWaitingUploads = 32

    /// Whether pages of other origins may speak WebDriver with this server, and nothing else.
    public var allowsCrossOriginWebDriver = false
    /// What makes pixels of drawn screens; nil for nothing.
    public var rasterizer: PictureRasterizer?

    /// The standard configuration.
    public init() {}
}

/// Where the server finds its templates and static files.
public struct ResourceFolders: Sendable {
    /// `Public`: style sheets, scripts, icons, the OpenAPI document.
    public var assets: URL
    /// `Templates`: the pages.
    public var templates: URL
    /// `Samples`, which need not be there.
    public var samples: URL

    /// The folders below a root.
    public init(root: URL) {
        assets = root.appending(path: "Public")
        templates = root.appending(path: "Templates")
        samples = root.appending(path: "Samples")
    }

    /// Looks for the folders: where `explicit` says, else in `share/vitrine` beside the executable's folder, else
    /// upward from the executable, else upward from the working directory.
    /// - Returns: nil when they are nowhere.
    public static func find(explicit: String?, executable: URL, workingDirectory: URL) -> ResourceFolders? {
        if let explicit { return existing(at: URL(filePath: explicit)) }
        let program = executable.resolvingSymlinksInPath().deletingLastPathComponent()
        let installed = program.deletingLastPathComponent().appending(path: "share/vitrine")
        return existing(at: installed) ?? upward(from: program) ?? upward(from: workingDirectory)
    }

    private static func upward(from folder: URL) -> ResourceFolders? {
        var folder = folder.standardizedFileURL
        while true {
            if let found = existing(at: folder) { return found }
            let parent = folder.deletingLastPathComponent().standardizedFileURL
            guard parent.path() != folder.path() else { return nil }
            folder = parent
        }
    }

    private static func existing(at root: URL) -> ResourceFolders? {
        let folders = ResourceFolders(root: root)
        let needed = [folders.assets.appending(path: "openapi.json"), folders.templates.appending(path: "pages")]
        let present = needed.allSatisfy { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
        return present ? folders : nil
    }
}

/// Something without which the server cannot start: a template or a static file that is missing or unreadable.
public struct ServerSetupError: Error, Sendable {
    /// One sentence for people.
    public var message: String
}

/// The version that the server tells of itself.
public enum ServerVersion {
    /// Semantic version.
    public static let current = "0.1.0"
}

extension ServerConfiguration {
    /// The largest body of an upload: a dump with a screenshot and the edges of a form around them.
    var maximumUploadBytes: Int { maximumDumpBytes + (16 << 20) + (64 << 10) }

    /// The largest body that brings an app: its archive and the edges of a form around it.
    var maximumAppUploadBytes: Int { maximumAppBytes + (64 << 10) }
}
