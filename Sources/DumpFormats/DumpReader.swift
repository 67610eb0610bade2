/// Reads dumps of every format, which it tells apart by their content.
public enum DumpReader {
    /// Reads a dump.
    ///
    /// - Parameter format: Forces one format; nil detects it.
    /// - Throws: ``DumpError`` when no views can be read or a limit is broken. One odd line or value is no error:
    ///   it is told in the report.
    public static func read(
        _ bytes: [UInt8],
        format: DumpFormat? = nil,
        limits: DumpLimits = .standard
    ) throws(DumpError) -> Dump {
        guard bytes.count <= limits.maximumBytes else {
            throw .limit("maximumBytes", "The dump has \(bytes.count) bytes; at most \(limits.maximumBytes) are read.")
        }
        let input = DumpInput(bytes, limits: limits)
        if let format {
            switch input.read(format) {
            case .success(let dump): return dump
            case .failure(.broken(let error)): throw error
            case .failure(.other(let reason, let line)):
                throw DumpError(
                    .unreadable,
                    "This cannot be read as \(format.name). \(reason)\(input.hint)",
                    line: line
                )
            }
        }
        var attempts: [DumpError.Attempt] = []
        for format in input.candidates {
            switch input.read(format) {
            case .success(let dump): return dump
            case .failure(.broken(let error)): throw error
            case .failure(.other(let reason, _)): attempts.append(DumpError.Attempt(format, reason))
            }
        }
        throw DumpError(
            .unknownFormat,
            "This is no view-hierarchy dump of a known format.\(input.hint)",
            line: input.firstLine,
            attempts: attempts
        )
    }
}
