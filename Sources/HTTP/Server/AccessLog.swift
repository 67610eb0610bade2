import HTTPTypes
import Logging

/// Writes one line for each request.
enum AccessLog {
    /// The most characters of a target that are logged.
    private static let longestTarget = 512

    /// A path as it may stand in a log: what a refused target holds could otherwise command a terminal.
    private static func printable(_ path: String) -> String {
        String(path.prefix(longestTarget).map { (" "..."~").contains($0) && $0.isASCII ? $0 : "?" })
    }

    /// Logs a request. Without an answer of ours the library refused it, or its client went away.
    static func write(
        to logger: Logger,
        request: Request?,
        target: String?,
        response: FinishedResponse?,
        streamedBytes: Int? = nil,
        remoteAddress: String,
        duration: ContinuousClock.Duration,
        isComplete: Bool
    ) {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
        let path = request?.path ?? target?.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
        logger.info(
            isComplete ? "request" : "request broken off",
            metadata: [
                "method": "\(request?.method.rawValue ?? "-")",
                "path": "\(printable(path))",
                "status": "\(response.map { String($0.status.code) } ?? "-")",
                "bytes": "\(streamedBytes ?? response?.sentBytes(for: request?.method) ?? 0)",
                "milliseconds": "\(Double(microseconds) / 1000)",
                "remote": "\(remoteAddress)",
            ]
        )
    }
}
