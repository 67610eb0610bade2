package import Access
package import Defaults
import Diagnostics
package import HTTP
package import HTTPTypes
package import JSON
package import Logging
package import PropertyList
package import Storage

/// An error reply as RFC 9457 `application/problem+json` describes it.
///
/// Throw one from a route and the application renders it: as JSON for scripts, as a page for browsers.
package struct Problem: Error, Sendable, Hashable {
    /// What exactly is wrong, and where, when there is more than one thing or a place to name.
    package struct Item: Sendable, Hashable {
        /// Where in the request the fault is.
        package enum Place: Sendable, Hashable {
            /// A JSON Pointer (RFC 6901) into the request's body.
            case pointer(String)
            /// The name of a query parameter.
            case parameter(String)
            /// A line of the request's body, counted from 1.
            case line(Int)
        }

        /// Where the fault is, when it can be told.
        package var place: Place?
        /// One sentence for people.
        package var detail: String
        /// The view that it is about, by its id.
        package var view: Int?

        /// Creates an entry.
        package init(_ detail: String, at place: Place? = nil, view: Int? = nil) {
            (self.place, self.view) = (place, view)
            self.detail = detail
        }
    }

    /// The last part of the problem's type, `/problems/<slug>`; stable.
    package var slug: String
    /// A short name of the kind of problem.
    package var title: String
    /// The HTTP status.
    package var status: HTTPResponse.Status
    /// What happened this time, where, and what to do.
    package var detail: String
    /// The sentences of the detail, where each is to stand on a line of its own.
    package var lines: [String] = []
    /// Single faults.
    package var errors: [Item]
    /// Fields the reply carries besides its content type, such as `Allow`.
    package var headers: HTTPFields

    /// Creates a problem.
    package init(
        _ slug: String,
        title: String,
        status: HTTPResponse.Status,
        detail: String,
        errors: [Item] = [],
        headers: HTTPFields = [:]
    ) {
        self.slug = slug
        self.title = title
        self.status = status
        self.detail = detail
        self.errors = errors
        self.headers = headers
    }

    /// The document of RFC 9457, section 3.1.
    /// - Parameters:
    ///   - instance: the path the problem happened at.
    ///   - requestID: the id of the request, by which the log can be searched; told where the server is at fault.
    package func json(instance: String?, requestID: String? = nil) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("type", "/problems/\(slug)")
            writer.member("title", title)
            writer.member("status", status.code)
            writer.member("detail", detail)
            if !lines.isEmpty { writer.member("lines", lines) }
            if let instance { writer.member("instance", instance) }
            if let requestID, status.code >= 500 { writer.member("requestId", requestID) }
            if !errors.isEmpty {
                writer.list("errors", errors) { writer, error in
                    switch error.place {
                    case .pointer(let pointer): writer.member("pointer", pointer)
                    case .parameter(let name): writer.member("parameter", name)
                    case .line(let line): writer.member("line", line)
                    case nil: break
                    }
                    writer.member("detail", error.detail)
                    if let view = error.view { writer.member("view", view) }
                }
            }
        }
    }
}

/// The kinds of problem that more than one route has.
extension Problem {
    /// 404 for a thing that is not there.
    package static func notFound(_ detail: String) -> Problem {
        Problem("not-found", title: "Not found", status: .notFound, detail: detail)
    }

    /// 400 for query parameters that are unknown, repeated or unreadable.
    package static func badParameters(_ items: [Item]) -> Problem {
        Problem(
            "bad-parameter",
            title: "Bad query parameter",
            status: .badRequest,
            detail: items.count == 1 ? items[0].detail : "\(items.count) query parameters cannot be used.",
            errors: items
        )
    }

    /// 400 for one query parameter.
    package static func badParameter(_ name: String, _ detail: String) -> Problem {
        badParameters([Item(detail, at: .parameter(name))])
    }

    /// 400 for a body that is not what its content type says.
    package static func malformedBody(_ detail: String, errors: [Item] = []) -> Problem {
        Problem("malformed-body", title: "Malformed body", status: .badRequest, detail: detail, errors: errors)
    }

    /// 415 for a media type the route does not read.
    package static func unsupportedMediaType(_ detail: String) -> Problem {
        Problem(
            "unsupported-media-type",
            title: "Unsupported media type",
            status: .unsupportedMediaType,
            detail: detail
        )
    }

    /// 412 for an `If-Match` that names an older state.
    package static func preconditionFailed(_ detail: String) -> Problem {
        Problem("precondition-failed", title: "Precondition failed", status: .preconditionFailed, detail: detail)
    }

    /// 409 for a write that the state of the thing forbids.
    package static func conflict(_ slug: String, _ detail: String) -> Problem {
        Problem(slug, title: "Conflict", status: .conflict, detail: detail)
    }

    /// 503 for a store that other writes keep for longer than a write waits: those of another program, or of this server on
    /// a slow disk.
    package static let storeBusy = Problem(
        "store-busy",
        title: "Store busy",
        status: .serviceUnavailable,
        detail: "Other writes, of this server or another program, keep the store busy: nothing was changed. Try again.",
        headers: [.retryAfter: "5"]
    )

    /// 422 for values that are readable but impossible.
    package static func unprocessable(_ slug: String, title: String, _ detail: String, errors: [Item] = []) -> Problem {
        Problem(slug, title: title, status: .unprocessableContent, detail: detail, errors: errors)
    }

    /// 503 for a store that cannot do its work just now.
    package static let storeFailed = Problem(
        "store-failed",
        title: "Store failed",
        status: .serviceUnavailable,
        detail: "The store failed, so nothing was changed. See the log for the reason.",
        headers: [.retryAfter: "5"]
    )

    /// 500 for faults of the server itself; says nothing of its insides.
    static let internalError = Problem(
        "internal-error",
        title: "Internal error",
        status: .internalServerError,
        detail: "An internal error occurred. Nothing was changed. See the log for details."
    )
}

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
        case .unknownRevision, .unknownSet: self = .notFound(error.message)
        case .undoConflict, .setExists, .setsFull: self = .conflict(error.code.rawValue, error.message)
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
