import Diagnostics
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
                    queue.append((value, "\(pointer)/\(JSONPointer.escape(name))", inside))
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

    /// Takes the children of a root in place of it, where it is the only one and only holds them.
    mutating func open(where holdsOthers: (JSONNode) -> Bool) {
        guard roots.count == 1, let root = roots.first, holdsOthers(root) else { return }
        pointer += isArray ? "/0/children" : "/children"
        roots = root["children"].map { Array($0.elements) } ?? []
        isArray = true
    }

    /// Visits the elements depth first.
    ///
    /// - Parameter visit: Gets an element, its depth (roots have 0) and its pointer, and gives the array of its children.
    func forEach(
        _ visit: (JSONNode, Int, () -> String) throws(DumpError) -> JSONNode?
    ) throws(DumpError) {
        try NodeWalk<JSONNode>(childrenKey: "children").visit(roots, at: isArray ? pointer : nil, orAt: pointer, visit)
    }

    /// The value of the first member of that name around the roots, the innermost first.
    func around(_ name: String) -> JSONNode? {
        envelopes.reversed().lazy.compactMap { $0[name] }.first { !$0.isNull }
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
                take(name, rect, in: node)
            } else if Self.isFrame(name) {
                keepUnreadable(name, node.verbatim)
            } else if name == "traits" {
                take(name, node.verbatim)
            } else {
                keep(name, node.verbatim)
            }
        default: take(name, node.verbatim)
        }
    }

    /// A rectangle as `{"x","y","width","height"}`, as Swift's names with capitals, as origin and size, or as four numbers.
    static func rect(_ node: JSONNode) -> Rect? {
        let values = DocumentValues(acceptsStrings: true)
        var sides = Sides()
        if node.isArray {
            guard node.arrayCount == 4 else { return nil }
            for (place, element) in node.elements.enumerated() { sides.nodes[place] = element }
        } else {
            sides.read(node)
        }
        var numbers = InlineArray<4, Double>(repeating: 0)
        for side in 0..<4 {
            guard let number = sides.nodes[side].flatMap({ values.number($0) }) else { return nil }
            numbers[side] = number
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Where x, y, width and height are said.
    private struct Sides {
        var nodes = InlineArray<4, JSONNode?>(repeating: nil)

        /// The places of the names, those with a capital behind the others.
        private static let names = NameLookup(
            ["x", "y", "width", "height", "X", "Y", "Width", "Height"].enumerated().map { (key: $1, value: $0) }
        )

        /// Finds them in an object, or in the objects of its origin and size.
        mutating func read(_ node: JSONNode) {
            take(0..<4, of: node)
            if let origin = node["origin"] { take(0..<2, of: origin) }
            if let size = node["size"] { take(2..<4, of: size) }
        }

        private mutating func take(_ sides: Range<Int>, of holder: JSONNode) {
            for side in sides { nodes[side] = nil }
            for member in holder.memberValues {
                guard let name = member.name, let place = Self.names[name], sides.contains(place % 4) else { continue }
                if place < 4 || nodes[place % 4] == nil { nodes[place % 4] = member }
            }
        }
    }
}

/// Collects the elements of a dump with what there is to report of them, and what they tell about the screen.
struct ElementCollector {
    var assembler: ElementAssembler
    /// The screen, as the application or the largest root shows it.
    private(set) var screen: Size?
    private var screenIsApplication = false
    /// The depth of the deepest element.
    private(set) var depth = 0

    init(limits: DumpLimits) { assembler = ElementAssembler(limits: limits) }

    /// Adds the next element in depth-first order.
    @discardableResult
    mutating func add(
        _ element: Element,
        depth: Int,
        line: Int? = nil,
        at place: () -> String
    ) throws(DumpError) -> Int {
        let id = try assembler.append(
            element.view,
            screenFrame: element.screenFrame,
            size: element.size,
            depth: depth,
            line: line,
            place: place()
        )
        assembler.assembler.reportUnreadable(element.unreadable, of: id, at: place, line: line)
        self.depth = max(self.depth, depth)
        if let frame = element.screenFrame { noteScreen(frame, element.view.className, depth) }
        return id
    }

    /// Reports what stands where an element should.
    mutating func refuse(at place: () -> String) {
        assembler.assembler.reportNoObject(at: place, insteadOf: "element")
    }

    private mutating func noteScreen(_ frame: Rect, _ className: String, _ depth: Int) {
        let size = frame.size
        guard (100...5_000).contains(size.width), (100...5_000).contains(size.height) else { return }
        let isApplication = className == ElementType.className("Application")
        if isApplication, !screenIsApplication {
            (screen, screenIsApplication) = (size, true)
        } else if !screenIsApplication, depth == 0, frame.origin == .zero,
            size.width * size.height > (screen?.width ?? 0) * (screen?.height ?? 0)
        {
            screen = size
        }
    }

    /// The dump of all elements.
    ///
    /// - Parameter general: What is said of the whole dump besides what its format cannot say.
    func dump(_ facts: FormatFacts, general: [Diagnostic] = []) throws(DumpError) -> Dump {
        try assembler.assembler.finish(
            facts,
            general: general,
            depth: depth,
            screen: screen,
            orThrow: DumpError(.unreadable, "The \(facts.format.name) holds no element.")
        )
    }
}
