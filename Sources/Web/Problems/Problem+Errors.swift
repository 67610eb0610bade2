package import Access
package import Defaults
import Diagnostics
package import HTTP
import HTTPTypes
package import JSON
package import Logging
package import PropertyList
package import Storage

/// An error of a module below that has a problem of the API for it. Each is told in one place only: here where the frame of the
/// server knows it, else beside the services.
package protocol ProblemConvertible: Error {
    /// The problem that tells a client of the error.
    /// - Parameter logger: takes what is no client's business.
    func problem(logger: Logger) -> Problem
}

extension Problem {
    /// The problem that tells a client of an error; what is no client's business goes to the log.
    package init(from error: any Error, logger: Logger) {
        self.init(of: error, logger: logger)
        guard status.kind == .clientError, !(error is Problem), DescriptorTable.isFull else { return }
        // What cannot be opened looks as if it were missing or broken.
        logger.error("The process has no file descriptor left", metadata: ["error": "\(error)"])
        let text = "The server has reached its maximum number of open files. Try again in a moment."
        self.init(HTTPError(.overloaded, text), logger: logger)
    }

    private init(of error: any Error, logger: Logger) {
        switch error {
        // The deadline has passed or the client has left; it is answered by now.
        case is CancellationError: self.init(HTTPError(.overloaded, "The work was cancelled."), logger: logger)
        case let problem as Problem: self = problem
        case let error as any ProblemConvertible: self = error.problem(logger: logger)
        default:
            logger.error("A request failed", metadata: ["error": "\(error)"])
            self = .internalError
        }
    }

    fileprivate init(_ error: JSONError) {
        let items = error.line.map { [Item(error.message, at: .line($0))] } ?? []
        switch error.code {
        case .tooLarge:
            self.init(
                "json-too-large",
                title: "JSON too large",
                status: .contentTooLarge,
                detail: error.description,
                errors: items
            )
        case .tooDeep, .tooManyContainers, .numberOutOfRange:
            self = .unprocessable("json-limits", title: "JSON beyond the limits", error.description, errors: items)
        default: self = .malformedBody("The body is not JSON: \(error.description)", errors: items)
        }
    }

    fileprivate init(_ error: PropertyListError) {
        let items = error.line.map { [Item(error.message, at: .line($0))] } ?? []
        switch error.code {
        case .tooLarge:
            self.init(
                "property-list-too-large",
                title: "Property list too large",
                status: .contentTooLarge,
                detail: error.message,
                errors: items
            )
        case .tooDeep, .tooManyValues, .cycle, .unrepresentable:
            self = .unprocessable(
                error.code.rawValue,
                title: "Property list beyond the limits",
                error.message,
                errors: items
            )
        default: self = .malformedBody("The body is not a property list: \(error.message)", errors: items)
        }
    }

    fileprivate init(_ error: HTTPError, logger: Logger) {
        if error.status == .internalServerError {
            logger.error("The server failed", metadata: ["error": "\(error.message)"])
        }
        self.init(
            error.code.slug,
            title: error.status.reasonPhrase,
            status: error.status,
            detail: error.message,
            headers: error.retryAfter.map { [.retryAfter: String($0)] } ?? [:]
        )
    }

    fileprivate init(_ error: DefaultsError, logger: Logger) {
        if let fault = error.storageFault {
            self.init(fault, error.message, logger: logger)
            return
        }
        let items = error.keys.map { Item(error.message, at: .pointer("/" + JSONPointer.escape($0))) }
        switch error.code {
        case .revisionConflict: self = .preconditionFailed(error.message)
        case .unknownRevision: self = .notFound(error.message)
        case .undoConflict: self = .conflict(error.code.rawValue, error.message)
        case .managed:
            let items = error.keys.map { key in
                Item(DefaultsError.managed([key]).message, at: .pointer("/" + JSONPointer.escape(key)))
            }
            self = .unprocessable(error.code.rawValue, title: "Settings refused", error.message, errors: items)
        case .busy: self = .storeBusy
        case .storageFailed:
            logger.error("The store failed", metadata: ["error": "\(error.message)"])
            self = .storeFailed
        default:
            self = .unprocessable(error.code.rawValue, title: "Impossible value", error.message, errors: items)
        }
    }

    /// What is wrong with a token, or with the store that keeps it.
    fileprivate init(_ error: AccessError, logger: Logger) {
        if let fault = error.storageFault {
            self.init(fault, error.message, logger: logger)
            return
        }
        switch error.code {
        case .unknownToken: self = .notFound(error.message)
        case .impossibleToken: self = .unprocessable(error.code.rawValue, title: "Impossible token", error.message)
        case .tooManyTokens: self = .conflict(error.code.rawValue, error.message)
        case .storageBusy: self = .storeBusy
        case .noRandomness, .storageFailed:
            logger.error("The token store failed", metadata: ["error": "\(error.message)"])
            self = .storeFailed
        }
    }
}

extension JSONError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self) }
}

extension PropertyListError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self) }
}

extension HTTPError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self, logger: logger) }
}

extension DefaultsError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self, logger: logger) }
}

extension AccessError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self, logger: logger) }
}

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
