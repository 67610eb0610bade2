/// Why a text is no value of its type, and where.
struct TypedTextError: Error, Hashable {
    /// One sentence for people.
    var message: String
    /// The line of the text, counted from 1, where it is known.
    var line: Int?
    /// The byte in that line, counted from 1, where it is known.
    var column: Int?

    init(_ message: String, line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.line = line
        self.column = column
    }

    /// Where the text goes wrong, as people say it; nil where that is not known.
    var place: String? {
        line.map { line in column.map { "Line \(line), column \($0)" } ?? "Line \(line)" }
    }
}
