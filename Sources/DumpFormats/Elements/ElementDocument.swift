import JSON
import ViewHierarchy

/// Where the elements are in a JSON document, whatever a tool or a server wraps around them.
struct ElementDocument {
    /// The roots, each with its children inside.
    var roots: [JSONNode]
    /// The JSON pointer of the array of roots; nil where the root is the object at `pointer`.
    var pointer: String
    /// Whether the roots are in an array.
    var isArray: Bool
    /// The objects around the roots, the outermost first.
    var envelopes: [JSONNode]

    /// How many values outside of the elements are looked at, and how deep.
    private static let most = (values: 4_000, depth: 8)

    /// The first object that is an element, or the first array of such; nil where there is none.
    ///
    /// Nearer ones come first, so that what is around is passed before anything inside.
    init?(in root: JSONNode, where isElement: (JSONNode) -> Bool) {
        var queue: [(node: JSONNode, pointer: String, envelopes: [JSONNode])] = [(root, "", [])]
        var next = 0
        while next < queue.count, next < Self.most.values {
            let (node, pointer, envelopes) = queue[next]
            next += 1
            if node.isObject, isElement(node) {
                self.init(roots: [node], pointer: pointer, isArray: false, envelopes: envelopes)
                return
            }
            if node.isArray,
                (0..<min(node.arrayCount, 8)).contains(where: { node.element(at: $0).map(isElement) ?? false })
            {
                self.init(roots: Array(node.elements), pointer: pointer, isArray: true, envelopes: envelopes)
                return
            }
            guard envelopes.count < Self.most.depth, queue.count < Self.most.values else { continue }
            if node.isObject {
                let inside = envelopes + [node]
                for (name, value) in node.members where value.isObject || value.isArray {
                    queue.append((value, "\(pointer)/\(JSONPointer.escaped(name))", inside))
                }
            } else {
                for index in 0..<min(node.arrayCount, 64) {
                    if let value = node.element(at: index), value.isObject || value.isArray {
                        queue.append((value, "\(pointer)/\(index)", envelopes))
                    }
                }
            }
        }
        return nil
    }

    private init(roots: [JSONNode], pointer: String, isArray: Bool, envelopes: [JSONNode]) {
        (self.roots, self.pointer, self.isArray, self.envelopes) = (roots, pointer, isArray, envelopes)
    }

    /// The value of the first member of that name around the roots, the innermost first.
    func around(_ name: String) -> JSONNode? {
        envelopes.reversed().lazy.compactMap { $0[name] }.first { !$0.isNull }
    }
}

/// Pointers into JSON documents (RFC 6901).
enum JSONPointer {
    /// A name as it stands in a pointer.
    static func escaped(_ name: String) -> String {
        guard name.contains(where: { $0 == "~" || $0 == "/" }) else { return name }
        return name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }
}

extension ElementFields {
    /// Takes a member of an element as JSON has it: texts, numbers and truth values as they are written, rectangles as
    /// objects, and what is inside other objects as attributes.
    mutating func take(_ name: String, _ node: JSONNode) {
        switch node.kind {
        case .null: takeNothing(name)
        case .array where node.arrayCount == 0: break
        case .object, .array:
            if let rect = Self.rect(node) {
                take(name, rect, written: node.verbatim)
            } else if Self.isFrame(name) {
                keepUnreadable(name, node.verbatim)
            } else {
                keep(name, node.verbatim)
            }
        default: take(name, node.verbatim)
        }
    }

    /// A rectangle as `{"x","y","width","height"}`, as Swift's names with capitals, as origin and size, or as four numbers.
    static func rect(_ node: JSONNode) -> Rect? {
        var numbers: [Double] = []
        let values = DocumentValues(acceptsStrings: true)
        if node.isArray {
            numbers = node.elements.compactMap { values.number($0) }
            guard node.arrayCount == 4 else { return nil }
        } else {
            for (part, names) in [("origin", ["x", "y"]), ("size", ["width", "height"])] {
                let holder = node[part] ?? node
                for name in names {
                    let member = holder[name] ?? holder[name.prefix(1).uppercased() + name.dropFirst()]
                    if let number = member.flatMap({ values.number($0) }) { numbers.append(number) }
                }
            }
        }
        guard numbers.count == 4 else { return nil }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
