package import HTTPTypes
import JSON

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

        /// Creates an entry.
        package init(_ detail: String, at place: Place? = nil) {
            self.place = place
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

    /// 503 for a store that others keep locked.
    package static let storeBusy = Problem(
        "store-busy",
        title: "Store busy",
        status: .serviceUnavailable,
        detail: "Another program has locked the store, so nothing was changed. Try again.",
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
