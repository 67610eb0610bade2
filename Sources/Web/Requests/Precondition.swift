import Diagnostics
package import HTTP
import HTTPTypes
package import Logging

/// What a write says about the state it starts from: `If-Match` and `If-None-Match` (RFC 9110, sections 13.1.1 and 13.1.2).
///
/// The tags of a thing that has revisions begin with its revision, whatever part or form of it they are of; a write may start
/// from any of them.
package enum Precondition {
    /// The tag of a revision.
    /// - Parameter variant: tells apart several representations of the same revision.
    package static func tag(_ revision: Int, variant: String = "") -> String {
        variant.isEmpty ? "\"\(revision)\"" : "\"\(revision)-\(variant)\""
    }

    /// Judges what a request says of a thing with revisions.
    /// - Parameters:
    ///   - version: which of several contents with the same revision it has; a tag that names none holds for all.
    ///   - exists: whether there is anything at the address that is written to.
    /// - Returns: the revision the write may start from, or nil when the request does not say.
    /// - Throws: 412 when the client saw another state, 400 when a field is unreadable.
    package static func revision(
        _ request: Request,
        current: Int,
        version: String? = nil,
        exists: Bool = true
    ) throws(Problem) -> Int? {
        let state = version.map { "\(current).\($0)" } ?? String(current)
        try judge(request, tag: "\"\(state)\"", exists: exists)
        return request.ifMatch.map { !$0.isAny } ?? false || request.ifNoneMatch != nil ? current : nil
    }

    /// Judges what a request says of what is at its address.
    /// - Parameter tag: of what is there; nil where it has none.
    /// - Throws: 412 when the client saw another state, or wants to make what is there; 400 when a field is unreadable.
    package static func judge(_ request: Request, tag: String?, exists: Bool = true) throws(Problem) {
        if let wanted = request.ifMatch {
            guard !wanted.isEmpty else { throw .unreadableCondition("If-Match") }
            guard !wanted.isAny || exists else {
                throw .preconditionFailed("There is nothing here yet, so If-Match: * fails.")
            }
            guard wanted.isAny || wanted.strong.contains(where: { names($0, tag) }) else {
                throw .preconditionFailed(
                    "The state has changed since\(tag.map { ", its tag is \($0) now" } ?? ""). Read it again before you write."
                )
            }
        }
        if let known = request.ifNoneMatch {
            guard !known.isEmpty else { throw .unreadableCondition("If-None-Match") }
            guard !known.isAny || !exists else {
                throw .preconditionFailed("There is something here, so If-None-Match: * fails.")
            }
            guard !exists || !known.opaque.contains(where: { names($0, tag) }) else {
                throw .preconditionFailed("The state is the one named by If-None-Match, so nothing was changed.")
            }
        }
    }

    /// Judges what a request says of the bytes at its address, for a route that knows revisions only.
    /// - Returns: the request with what is left to judge.
    /// - Throws: 412 when `If-None-Match` names these bytes.
    fileprivate static func settled(_ request: Request, tag: String) throws(Problem) -> Request {
        guard tag.unquoted.utf8.count == ContentHash.textLength, !tag.contains("-") else { return request }
        var request = request
        if let wanted = request.ifMatch, wanted.strong.contains(where: { names($0, tag) }) {
            request.headers[.ifMatch] = nil
        }
        if request.ifMatch == nil, let known = request.ifNoneMatch, !known.isAny { try judge(request, tag: tag) }
        return request
    }

    /// Whether a tag that a client got names the state that another tag is of.
    private static func names(_ listed: String, _ tag: String?) -> Bool {
        guard let tag = tag.map({ EntityTag.plain($0) }) else { return false }
        let listed = EntityTag.plain(listed)
        if listed == tag { return true }
        let (mine, present) = (state(of: listed), state(of: tag))
        guard let revision = mine.first, Int(revision) != nil, revision == present.first else { return false }
        return mine.count == 1 || mine == present
    }

    /// The revision at the beginning of a tag, and which of its contents it is.
    private static func state(of tag: String) -> [Substring] {
        tag.dropFirst().dropLast().prefix { $0 != "-" }.split(separator: ".", maxSplits: 1)
    }
}

extension Work {
    /// The same work, done where the request's conditions hold for what another work reads at the same address: all of them
    /// for a `POST`, which adds to that; of other writes those that name bytes, for what has a revision they know better.
    package func after(_ reading: Work, logger: Logger) -> Work {
        .pooled { request in
            var read = request
            read.method = .get
            read.body = []
            let found: Response?
            do {
                found = try await reading.answer(to: read)
            } catch {
                let problem = Problem(from: error, logger: logger)
                guard request.method != .post || problem.status == .notFound else { throw problem }
                found = nil
            }
            let tag = found?.headers.value(of: .eTag)
            guard request.method != .post else {
                try Precondition.judge(request, tag: tag, exists: found != nil)
                return try await answer(to: request)
            }
            return try await answer(to: tag.map { try Precondition.settled(request, tag: $0) } ?? request)
        }
    }
}

extension Problem {
    fileprivate static func unreadableCondition(_ field: String) -> Problem {
        Problem(
            "bad-\(field.lowercased())",
            title: "Bad \(field)",
            status: .badRequest,
            detail: "\(field) takes the ETag of an earlier response, in quotes, or *."
        )
    }
}
