import HTTPTypes

/// The kinds of problem that more than one route has.
extension Problem {
    /// 404 for a thing that is not there.
    static func notFound(_ detail: String) -> Problem {
        Problem("not-found", title: "Not found", status: .notFound, detail: detail)
    }

    /// 400 for query parameters that are unknown, repeated or unreadable.
    static func badParameters(_ items: [Item]) -> Problem {
        Problem(
            "bad-parameter",
            title: "Bad query parameter",
            status: .badRequest,
            detail: items.count == 1 ? items[0].detail : "\(items.count) query parameters cannot be used.",
            errors: items
        )
    }

    /// 400 for one query parameter.
    static func badParameter(_ name: String, _ detail: String) -> Problem {
        badParameters([Item(detail, at: .parameter(name))])
    }

    /// 400 for a body that is not what its content type says.
    static func malformedBody(_ detail: String, errors: [Item] = []) -> Problem {
        Problem("malformed-body", title: "Malformed body", status: .badRequest, detail: detail, errors: errors)
    }

    /// 415 for a media type the route does not read.
    static func unsupportedMediaType(_ detail: String) -> Problem {
        Problem(
            "unsupported-media-type",
            title: "Unsupported media type",
            status: .unsupportedMediaType,
            detail: detail
        )
    }

    /// 412 for an `If-Match` that names an older state.
    static func preconditionFailed(_ detail: String) -> Problem {
        Problem("precondition-failed", title: "Precondition failed", status: .preconditionFailed, detail: detail)
    }

    /// 409 for a write that the state of the thing forbids.
    static func conflict(_ slug: String, _ detail: String) -> Problem {
        Problem(slug, title: "Conflict", status: .conflict, detail: detail)
    }

    /// 422 for values that are readable but impossible.
    static func unprocessable(_ slug: String, title: String, _ detail: String, errors: [Item] = []) -> Problem {
        Problem(slug, title: title, status: .unprocessableContent, detail: detail, errors: errors)
    }

    /// 503 for a store that cannot do its work just now.
    static let storeFailed = Problem(
        "store-failed",
        title: "Store failed",
        status: .serviceUnavailable,
        detail: "The store could not do its work, so nothing was changed. The log has the reason.",
        headers: [.retryAfter: "5"]
    )

    /// 503 for a store that others keep locked.
    static let storeBusy = Problem(
        "store-busy",
        title: "Store busy",
        status: .serviceUnavailable,
        detail: "Another program keeps the store locked, so nothing was changed. Try again.",
        headers: [.retryAfter: "5"]
    )

    /// 500 for faults of the server itself; says nothing of its insides.
    static let internalError = Problem(
        "internal-error",
        title: "Internal error",
        status: .internalServerError,
        detail: "The server met a fault of its own. Nothing was changed. The log has the details."
    )
}
