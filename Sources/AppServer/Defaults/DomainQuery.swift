import Defaults
import HTTP
import Services
import Web

/// What the editor of a domain shows, as its address says.
struct DomainQuery: Sendable {
    /// Keys on one page.
    static let pageLength = 200
    /// The query parameters it reads.
    static let parameters: Set = [
        "view", "q", "modified", "after", "key", "type", "encoding", "whole", "add", "done", "arguments",
    ]

    let domain: String
    var view = DefaultsView.stored
    /// What keys, titles or values have to contain; empty for everything.
    var text = ""
    var onlyModified = false
    /// How many keys come before the page.
    var offset = 0
    /// The key whose editor is open.
    var key: String?
    /// The type that the open editor offers instead of the value's own.
    var kind: ValueKind?
    /// What is typed in the open editor already, where it fits the type.
    var typed: String?
    var encoding = TypedText.Encoding.hex
    /// Whether a long value is there to its end.
    var isWhole = false
    var isAdding = false
    /// The revision that the visitor has just made.
    var done: Int?
    /// Launch arguments to try.
    var arguments: String?

    /// - Throws: 400 for parameters it cannot use.
    init(_ request: Request, domain: String) throws(Problem) {
        self.domain = domain
        var query = QueryReader(request)
        if let name = query.choice("view", of: DefaultsView.allCases.map(\.rawValue)) {
            view = DefaultsView(rawValue: name) ?? .stored
        }
        text = query.string("q")?.trimmingBlanks ?? ""
        onlyModified = query.bool("modified") ?? false
        offset = query.integer("after", in: 0...1_000_000) ?? 0
        key = query.string("key")
        kind = query.choice("type", of: ValueKind.allCases.map(\.rawValue)).flatMap(ValueKind.init)
        encoding = query.choice("encoding", of: ["hex", "base64"]).flatMap(TypedText.Encoding.init) ?? .hex
        isWhole = query.bool("whole") ?? false
        isAdding = query.bool("add") ?? false
        done = query.integer("done", in: 0...Int.max)
        arguments = query.string("arguments")
        try query.finish()
    }

    /// The path of the domain's page.
    var path: String { PageAddress.path(ofDomain: domain) }

    /// The page with this list, nothing open.
    var list: PageAddress { with(offset: offset) }

    /// The list from another key on.
    func with(offset: Int) -> PageAddress {
        PageAddress(path)
            .adding("view", view == .stored ? nil : view.rawValue)
            .adding("q", text.isEmpty ? nil : text)
            .adding("modified", onlyModified ? "true" : nil)
            .adding("after", offset > 0 ? String(offset) : nil)
    }

    /// The list in another view.
    func with(view: DefaultsView) -> PageAddress {
        var other = self
        other.view = view
        other.offset = 0
        return other.list
    }

    /// The list with a key's editor open.
    func opening(_ key: String) -> PageAddress { list.adding("key", key) }

    /// Where a key is on the page.
    static func anchor(of key: String) -> String { "key-\(key.pathSegment)" }

    /// The page of a domain with a key's editor open.
    static func address(of key: String, in domain: String) -> String {
        PageAddress(PageAddress.path(ofDomain: domain)).adding("key", key).text + "#" + anchor(of: key)
    }

    /// The page of a domain after a write, which offers to take it back.
    static func address(after write: DefaultsWriteResult) -> String {
        PageAddress(PageAddress.path(ofDomain: write.domain)).adding("done", String(write.revision)).text
    }
}

extension PageRenderer {
    /// A page about a domain.
    /// - Parameters:
    ///   - name: what it is about, as its title and the last step of the way there say.
    ///   - step: what stands on that way between the domain and the page.
    func page(
        _ page: some Page,
        _ name: String,
        of domain: String,
        for request: Request,
        alternate: String,
        after step: Crumb? = nil
    ) throws -> Response {
        let path = PageAddress.path(ofDomain: domain)
        return try self.page(
            page,
            title: "\(name) · \(domain) · Vitrine",
            for: request,
            alternate: "/api/v1\(path)\(alternate)",
            crumbs: [Crumb(name: "Defaults", address: "/defaults"), Crumb(name: domain, address: path)]
                + [step, Crumb(name: name)].compactMap(\.self)
        )
    }
}
