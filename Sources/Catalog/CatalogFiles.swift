/// What the paths on the command line hold.
struct CatalogFiles: Sendable {
    /// Dumps by id.
    var dumps: [String: DumpFile] = [:]
    /// Apps by id.
    var apps: [String: StoredApp] = [:]
    /// Where the bundles are that have been looked at, so that a path given twice counts once.
    var bundlePaths: Set<String> = []
    /// What could not be used.
    var problems: [CatalogProblem] = []
}
