package import Access
import Defaults
package import Diagnostics
package import HTTP
import HTTPTypes
import Storage
import Synchronization

/// Keeps answers to reads, so that the same request gets the same bytes without anything being read or made again.
///
/// An answer is kept only when whoever made it says what tells that it is fresh (``Response/freshness``), which is asked each
/// time before it is used. It is used for the same target, the same scopes and the same header fields, but for those that
/// no handler makes its answer of.
///
/// Where something is written now and then, most of what was kept is never asked for again, or is not fresh when it is. Such
/// answers go before the budget is used up, so that a server does not grow for hours without any use.
package final class AnswerCache: Sendable {
    private let answers: Mutex<LeastRecentlyUsed<String, Response>>
    private let largest: Int
    /// How many bytes were kept since all answers were looked at.
    private let unswept = Atomic<Int>(0)
    /// Looking is worth it for so many bytes, and for a quarter of what is kept.
    private static let sweptBytes = 1 << 20

    /// - Parameter budget: the bytes of all answers that are kept; one of more than a quarter of it is not.
    package init(budget: Int) {
        answers = Mutex(LeastRecentlyUsed(budget: budget))
        largest = budget / 4
    }

    /// How many answers are kept, what they take, and how often that helped.
    package var statistics: CacheStatistics { answers.withLock { $0.statistics } }

    /// The work that answers a read from what is kept, or else does the work and keeps its answer.
    package func work(for head: Request, by principal: Principal, otherwise work: Work) -> Work {
        guard head.method == .get, case .pooled(let make) = work else { return work }
        let key = Self.key(of: head, by: principal)
        let kept = answers.withLock { $0.use(key) }
        if let kept, let freshness = kept.freshness, !freshness.touchesDisk(), freshness.isCurrent() {
            return .immediate { _ in kept }
        }
        return .pooled { request in
            if let kept, let freshness = kept.freshness, freshness.touchesDisk(), freshness.isCurrent() { return kept }
            return self.keep(try await make(request), for: key)
        }
    }

    private func keep(_ response: Response, for key: String) -> Response {
        // What nobody waits for any more may have ended midway.
        guard !Task.isCancelled, response.freshness != nil, response.status == .ok,
            response.headers.value(of: .setCookie) == nil,
            case .bytes(let body) = response.content
        else { return response }
        let cost = body.count + key.utf8.count + Self.overhead
        guard cost <= largest else { return response }
        let all = answers.withLock { answers in
            answers.insert(response, for: key, cost: cost)
            answers.trim(sparing: key)
            return answers.cost
        }
        if unswept.add(cost, ordering: .relaxed).newValue > max(Self.sweptBytes, all / 4) { sweep() }
        return response
    }

    /// Lets go of what is not fresh any more. It may look at a disk: work that is pooled calls it.
    private func sweep() {
        unswept.store(0, ordering: .relaxed)
        let kept = answers.withLock { answers in
            answers.ids.compactMap { key in answers.entry(key)?.value.freshness.map { (key, $0) } }
        }
        // Asked without the lock, for which others would wait.
        let stale = kept.filter { _, freshness in !freshness.isCurrent() }
        guard !stale.isEmpty else { return }
        answers.withLock { answers in
            for (key, _) in stale { answers.remove(key) }
        }
    }

    /// What an answer takes beside its body, about: its header fields and its place.
    private static let overhead = 1_500

    private static func key(of head: Request, by principal: Principal) -> String {
        var key = "\(principal.scopes.rawValue) \(head.isSecure) \(principal.name ?? "")\n\(head.target)"
        for field in head.headers where !unheeded.contains(field.name) {
            key += "\n"
            key += field.name.canonicalName
            key += ":"
            key += field.value
        }
        return key
    }

    /// Fields that only the pipeline looks at, or the log, or nobody; who asks is in the key.
    private static let unheeded: Set<HTTPField.Name> = [
        .userAgent, .acceptEncoding, .ifMatch, .ifNoneMatch, .ifModifiedSince, .range, .ifRange, .connection,
        .cacheControl, .authorization, .requestID, .referer,
    ]
}
