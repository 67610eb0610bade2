/// A file or folder on the command line that could not be used. It stops nothing else.
public struct CatalogProblem: Sendable, Hashable {
    /// Where it is.
    public var path: String
    /// One sentence for people.
    public var message: String
    /// The line in it, counted from 1, when it is about one.
    public var line: Int?

    /// Creates a problem.
    public init(path: String, message: String, line: Int? = nil) {
        self.path = path
        self.message = message
        self.line = line
    }
}
