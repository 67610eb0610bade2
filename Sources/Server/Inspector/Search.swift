import ViewHierarchy

/// The views that a search in the inspector finds; the page's script finds the same.
struct Search: PageModel {
    /// How many are listed.
    private static let maximumResults = 200

    let query: String
    let found: [Int]
    let state: InspectorState

    /// Nil where nothing is searched for.
    init?(_ state: InspectorState) {
        guard let query = ViewQuery(state.query) else { return nil }
        self.state = state
        self.query = state.query
        found = query.matches(in: state.tree)
    }

    static let members: Members<Self> = [
        "wanted": .text { String($0.query.prefix(80)) }, "count": .number { $0.found.count },
        "isNone": .flag { $0.found.isEmpty }, "isOne": .flag { $0.found.count == 1 },
        "listed": .number { $0.found.count > maximumResults ? maximumResults : nil },
        "results": .list { search in search.found.prefix(maximumResults).map { ViewRow($0, search.state) } },
    ]
}

/// What is searched for: plain words look into class, text, label, identifier and view controller; `class:UI*`, `id:stop`
/// and the like into one of them. `*` and `?` make a pattern for the whole class name, and addresses are taken from
/// anywhere in the query.
struct ViewQuery {
    private enum Field { case `class`, text, label, identifier, tag, controller }

    private static let fields: [String: Field] = [
        "class": .class, "text": .text, "label": .label, "id": .identifier, "identifier": .identifier, "tag": .tag,
        "controller": .controller,
    ]

    /// Where the words have to be; nil for anywhere.
    private let field: Field?
    private let words: String
    /// As hexadecimal digits without the zeros before them.
    private let addresses: Set<String>

    /// Nil for a query without a word.
    init?(_ query: String) {
        let query = query.lowercased()
        guard !query.isEmpty else { return nil }
        addresses = Set(query.matches(of: /0x[0-9a-f]+/).map { Self.digits(String($0.output)) })
        if let prefixed = query.wholeMatch(of: /(\w+):\s*(.*)/.dotMatchesNewlines()),
            let field = Self.fields[String(prefixed.1)]
        {
            (self.field, words) = (field, String(prefixed.2))
        } else {
            (field, words) = (nil, query)
        }
    }

    /// The indexes of the views that it finds, in tree order.
    func matches(in tree: ViewTree) -> [Int] {
        if !addresses.isEmpty {
            let found = tree.indices.filter { view in
                tree.address(of: view).map { addresses.contains(Self.digits($0.lowercased())) } ?? false
            }
            if !found.isEmpty { return found }
        }
        guard !words.isEmpty else { return [] }
        if field == .tag { return tree.indices.filter { String(tree.tag(of: $0)) == words } }
        // There are few classes and many views.
        var classes: [String: Bool] = [:]
        func fits(_ className: String) -> Bool {
            if let known = classes[className] { return known }
            let fits = Self.fits(className.lowercased(), words)
            classes[className] = fits
            return fits
        }
        return tree.indices.filter { view in
            switch field {
            case .class: fits(tree.className(of: view))
            case .text: contains(tree.text(of: view))
            case .label: contains(tree.label(of: view))
            case .identifier: contains(tree.identifier(of: view))
            case .controller: contains(tree.controller(of: view))
            case nil, .tag:
                fits(tree.className(of: view)) || contains(tree.text(of: view)) || contains(tree.label(of: view))
                    || contains(tree.identifier(of: view)) || contains(tree.controller(of: view))
            }
        }
    }

    private func contains(_ text: String?) -> Bool { text?.lowercased().contains(words) ?? false }

    /// Whether a class has a pattern, with or without its module; without `*` and `?` a part of the name is enough.
    private static func fits(_ name: String, _ pattern: String) -> Bool {
        guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return name.contains(pattern) }
        let last = name.split(separator: ".").last.map(Array.init) ?? []
        return isMatch(Array(name), Array(pattern)) || isMatch(last, Array(pattern))
    }

    /// Goes back to the last star alone, so that no pattern takes longer than length times length.
    private static func isMatch(_ name: [Character], _ pattern: [Character]) -> Bool {
        var (at, to) = (0, 0)
        var star: (to: Int, at: Int)?
        while at < name.count {
            if to < pattern.count, pattern[to] == "*" {
                star = (to, at)
                to += 1
            } else if to < pattern.count, pattern[to] == "?" || pattern[to] == name[at] {
                (at, to) = (at + 1, to + 1)
            } else if let last = star {
                star = (last.to, last.at + 1)
                (at, to) = (last.at + 1, last.to + 1)
            } else {
                return false
            }
        }
        return pattern[to...].allSatisfy { $0 == "*" }
    }

    private static func digits(_ address: String) -> String {
        let digits = (address.hasPrefix("0x") ? address.dropFirst(2) : address[...]).drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }
}
