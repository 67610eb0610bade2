import Foundation

/// Why there is no answer, or not the one that was asked for.
public enum VitrineError: Error, Sendable {
    /// The server refused, and says why.
    case problem(Problem)
    /// No server answers there; the text is the system's reason.
    case unreachable(String)
    /// What answers there is no Vitrine: the status, and what could not be read.
    case unreadable(status: Int, String)
    /// A question that one view should answer found another number of them.
    case notOneView(found: Int, asked: String)
}

/// What a server says of a request that it refused (RFC 9457).
public struct Problem: Decodable, Sendable, Hashable {
    /// What is wrong in one place.
    public struct Item: Decodable, Sendable, Hashable {
        /// One sentence.
        public var detail: String
        /// The place in the body, as a JSON Pointer.
        public var pointer: String?
        /// The parameter of the query.
        public var parameter: String?
        /// The line of the body, from 1.
        public var line: Int?
    }

    /// The kind of problem, such as `/problems/not-found`.
    public var type: String
    /// The kind in words.
    public var title: String
    /// The HTTP status: 404 for what is not there, 409 for a conflict, 412 for a precondition, 422 for the impossible.
    public var status: Int
    /// What is wrong here.
    public var detail: String
    /// What is wrong where.
    public var errors: [Item]?
}

extension VitrineError: LocalizedError, CustomStringConvertible {
    /// One sentence for people, and one for each place where something is wrong.
    public var description: String {
        switch self {
        case .problem(let problem):
            let items = (problem.errors ?? []).map { item in
                let place = item.pointer ?? item.parameter ?? item.line.map { "line \($0)" }
                return "\n  " + (place.map { $0 + ": " } ?? "") + item.detail
            }
            return "\(problem.status) \(problem.title): \(problem.detail)" + (items.count > 1 ? items.joined() : "")
        case .unreachable(let reason): return "No Vitrine server answers: \(reason)"
        case .unreadable(let status, let text): return "This is no answer of a Vitrine server (\(status)): \(text)"
        case .notOneView(let found, let asked): return "\(found) views have \(asked), not one."
        }
    }

    /// The same.
    public var errorDescription: String? { description }
}
