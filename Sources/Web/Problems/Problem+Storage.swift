import HTTPTypes
package import Logging
package import Storage

/// What a storage that cannot do its work is to those who ask.
extension Problem {
    /// 413 for one thing that is too large for its quota, 507 where the room for all of them is used up, 503 for what
    /// whoever runs the server has to mend.
    /// - Parameter message: what the log says of it; it may name files.
    package init(_ fault: StorageFault, _ message: String, logger: Logger) {
        if fault.kind != .overQuota { logger.error("The store failed", metadata: ["error": "\(message)"]) }
        self.init(
            fault.kind.rawValue,
            title: Self.title(of: fault.kind),
            status: Self.status(of: fault),
            detail: fault.message,
            headers: Self.status(of: fault) == .serviceUnavailable ? [.retryAfter: "30"] : [:]
        )
    }

    private static func title(of kind: StorageFault.Kind) -> String {
        switch kind {
        case .full: "Disk full"
        case .readOnly: "Store read-only"
        case .replaced: "Store replaced"
        case .damaged: "Store damaged"
        case .overQuota: "Quota used up"
        }
    }

    private static func status(of fault: StorageFault) -> HTTPResponse.Status {
        switch fault.kind {
        case .full: .init(code: 507, reasonPhrase: "Insufficient Storage")
        case .readOnly, .replaced, .damaged: .serviceUnavailable
        case .overQuota:
            switch fault.excess?.quota {
            case .dump, .app, .journal, .domain, .history: .contentTooLarge
            case .total, .principal, nil: .init(code: 507, reasonPhrase: "Insufficient Storage")
            }
        }
    }
}
