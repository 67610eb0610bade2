/// What the paths on the command line hold.
struct CatalogFiles: Sendable {
    /// Dumps by id.
    var dumps: [String: DumpFile] = [:]
    /// Apps by id.
    var folders: [String: AppFolder] = [:]
    /// The paths, for another look.
    var paths: [String] = []
    /// When they were last looked at.
    var scannedAt = ContinuousClock.now
    /// What could not be used.
    var problems: [CatalogProblem] = []
}
