public import Foundation

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
