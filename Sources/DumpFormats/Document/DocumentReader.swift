import Diagnostics
import FoundationEssentials
import PropertyList
import ViewHierarchy

/// Reads Vitrine's own structure out of a JSON document or a property list.
struct DocumentReader<Node: DocumentNode> {
    private let format: DumpFormat
    private let parts: DumpParts
    private let values: DocumentValues
    private var keys = DocumentKeys()
    private var assembler: TreeAssembler
    /// What views say of layout, read when all of them are known.
    private var layouts: [(id: Int, view: DocumentView<Node>, pointer: String)] = []
    /// The ids of the views that the document gives numbers of its own.
    private var idsByNumber: [Int: Int] = [:]
    private var pictures: ViewPictures
    private var namedParts: Set<Int> = []
    /// The properties that the document says are usual where a view does not name them.
    private var complete: PropertySet = []

    init(format: DumpFormat, parts: DumpParts, limits: DumpLimits, acceptsStrings: Bool = false) {
        self.format = format
        self.parts = parts
        values = DocumentValues(acceptsStrings: acceptsStrings, acceptsNumbersAsTexts: true)
        assembler = TreeAssembler(limits: limits)
        pictures = ViewPictures(limits: limits)
    }

    /// Reads the whole document.
    mutating func read(_ document: DocumentShape<Node>) throws(DumpError) -> Dump {
        let names = document.envelope?[DumpWriter.completeKey].map { $0.elements.compactMap(\.stringValue) } ?? []
        complete = PropertySet(names.compactMap(ViewProperty.named))
        switch document.views {
        case .nested(let views, let pointer): try readNested(views, pointer)
        case .single(let view): try readNested([view], nil)
        case .flat(let views): try readFlat(views)
        }
        guard assembler.count > 0 else {
            throw DumpError(
                .unreadable,
                "The document holds no view: windows is empty or has no objects.",
                pointer: "/windows"
            )
        }
        var dump = Dump(format: format, tree: ViewTree())
        if let root = document.envelope { readEnvelope(root, into: &dump) }
        readLayouts(canvas: document.envelope?[CanvasDocument.key])
        dump.tree = assembler.build()
        dump.pictures = pictures.pictures
        dump.namedParts = namedParts
        dump.report = assembler.report.finished()
        return dump
    }

    // MARK: Views

    private mutating func readNested(_ roots: [Node], _ rootPointer: String?) throws(DumpError) {
        try NodeWalk<Node>(childrenKey: "subviews").visit(roots, at: rootPointer) {
            (node, depth, pointer) throws(DumpError) in try add(node, depth: depth, at: pointer)
        }
    }

    /// Reads the API's list of views, which names the superviews by their ids.
    private mutating func readFlat(_ views: [Node]) throws(DumpError) {
        var open: [Int] = []
        for (index, node) in views.enumerated() {
            let superview = node["superview"].flatMap { values.integer($0) }
            if let superview {
                while let last = open.last, last != superview { open.removeLast() }
                if open.isEmpty {
                    assembler.report.add(
                        .warning,
                        "missing.superview",
                        "/views/\(index): the superview \(superview) is not among the views before it; it became a root.",
                        view: assembler.count
                    )
                }
            } else {
                open.removeAll()
            }
            let before = assembler.count
            _ = try add(node, depth: open.count) { "/views/\(index)" }
            if assembler.count > before { open.append(node["id"].flatMap { values.integer($0) } ?? -1) }
        }
    }

    /// Adds a view and gives back its subviews.
    private mutating func add(_ node: Node, depth: Int, at pointer: () -> String) throws(DumpError) -> Node? {
        guard node.isObject else {
            assembler.reportNoObject(at: pointer)
            return nil
        }
        let mapped = DocumentView(node, values: values, keys: &keys, complete: complete)
        var view = mapped.view
        if let url = mapped.pictureURL, parts.place(of: url) == nil {
            view.attributes.append(ViewDescription.Attribute("image", url))
        }
        let id = try assembler.append(view, depth: depth, place: pointer())
        reportFindings(mapped, id: id, at: pointer)
        if let number = mapped.number { idsByNumber[number] = id }
        if mapped.constraints != nil || mapped.traits != nil { layouts.append((id, mapped, pointer())) }
        if let picture = picture(of: mapped, id: id, at: pointer) { take(picture, of: id, at: pointer) }
        return mapped.subviews
    }

    /// The picture of a view: its own, or the part of the upload that it names.
    private mutating func picture(of mapped: DocumentView<Node>, id: Int, at pointer: () -> String) -> [UInt8]? {
        guard let url = mapped.pictureURL else { return mapped.picture }
        guard let place = parts.place(of: url) else {
            assembler.report.add(
                .warning,
                "document.picture",
                "\(pointer())/image: no part of the upload is called \(DumpParts.shown(DumpParts.name(in: url) ?? url)); the reference is kept as an "
                    + "attribute.",
                view: id
            )
            return nil
        }
        namedParts.insert(place)
        return parts.bytes(at: place)
    }

    /// Keeps the picture of a view, if it is one and there is room for it.
    private mutating func take(_ picture: [UInt8], of id: Int, at pointer: () -> String) {
        if let reason = pictures.take(picture, of: id) {
            assembler.report.add(
                .warning,
                "document.picture",
                "\(pointer())/image: the picture was left out: \(reason).",
                view: id
            )
        }
    }

    private mutating func reportFindings(_ mapped: DocumentView<Node>, id: Int, at pointer: () -> String) {
        assembler.reportUnreadable(mapped.unreadable, of: id, at: pointer)
        if !mapped.hasClass {
            assembler.report.add(
                .warning,
                "missing.class",
                "\(pointer()): no class is given; it became a UIView.",
                view: id
            )
        }
        if !mapped.hasFrame {
            assembler.reportNoFrame(.noFrame, [pointer()], of: id, size: mapped.view.bounds?.size)
        }
        if mapped.disagreeingFrame != nil {
            assembler.report.add(
                .warning,
                "frame.mismatch",
                "\(pointer()): the frame is not what bounds, center and transform lead to; those were used.",
                view: id
            )
        }
    }

    private mutating func readLayouts(canvas: Node?) {
        guard !layouts.isEmpty || canvas != nil else { return }
        let (numbers, count) = (idsByNumber, assembler.count)
        // Numbers name views in both ways; addresses are looked for once one is used.
        let addresses = layouts.contains { $0.view.constraints != nil } ? assembler.idsByAddress : [:]
        var reader = LayoutDocumentReader<Node>(
            values: values,
            view: { numbers.isEmpty ? ((0..<count).contains($0) ? $0 : nil) : numbers[$0] },
            viewAt: { addresses[$0] }
        )
        for (id, view, pointer) in layouts {
            let known = reader.problems.count
            if let node = view.traits {
                assembler.setLayout(reader.traits(node, at: "\(pointer)/\(LayoutDocument.traitsKey)"), of: id)
            }
            if let node = view.constraints {
                let pointer = "\(pointer)/\(LayoutDocument.constraintsKey)"
                for constraint in reader.constraints(node, of: id, at: pointer) { assembler.append(constraint) }
            }
            for problem in reader.problems[known...] {
                assembler.report.add(.warning, "document.layout", "\(problem.pointer): \(problem.message).", view: id)
            }
        }
        layouts = []
        guard let canvas, !canvas.isNull else { return }
        let known = reader.problems.count
        if let canvas = reader.canvas(canvas) { assembler.setCanvas(canvas) }
        for problem in reader.problems[known...] {
            assembler.report.add(.warning, "document.layout", "\(problem.pointer): \(problem.message).")
        }
    }

    // MARK: Around the views

    private mutating func readEnvelope(_ root: Node, into dump: inout Dump) {
        if let version = root["vitrine"].flatMap({ values.integer($0) }), version > 1 {
            assembler.report.add(
                .warning,
                "document.version",
                "The document is of version \(version); what version 1 does not know was kept as attributes or left out."
            )
        }
        dump.name = text(root, "name")
        dump.app = text(root, "app")
        dump.capturedAt = date(root)
        dump.device = device(root)
        if let node = root["screenshot"], !node.isNull {
            dump.screenshot = node.bytes.flatMap { $0.isEmpty ? nil : $0 }
            if dump.screenshot == nil { reportWrongType("screenshot") }
        }
        if let next = root["next"], !next.isNull {
            assembler.report.add(
                .warning,
                "lost.views",
                "The list is one page of a longer one; the other views are missing."
            )
        }
    }

    private mutating func text(_ node: Node, _ name: String) -> String? {
        guard let value = node[name], !value.isNull else { return nil }
        if value.stringValue == nil { reportWrongType(name) }
        return value.stringValue
    }

    private mutating func date(_ root: Node) -> Date? {
        guard let node = root["capturedAt"], !node.isNull else { return nil }
        if let seconds = node.secondsSince1970 { return Date(timeIntervalSince1970: seconds) }
        let date = node.stringValue.flatMap { Instant.date($0) }
        if date == nil { reportWrongType("capturedAt") }
        return date
    }

    private mutating func device(_ root: Node) -> DumpDevice? {
        guard let node = root["device"], !node.isNull else { return nil }
        guard node.isObject else {
            reportWrongType("device")
            return nil
        }
        return DumpDevice(
            name: text(node, "name"),
            width: number(node, "width"),
            height: number(node, "height"),
            scale: number(node, "scale"),
            idiom: text(node, "idiom"),
            system: text(node, "system")
        )
    }

    private mutating func number(_ node: Node, _ name: String) -> Double? {
        guard let value = node[name], !value.isNull else { return nil }
        let number = values.number(value)
        if number == nil { reportWrongType("device/\(name)") }
        return number
    }

    private mutating func reportWrongType(_ name: String) {
        assembler.report.add(
            .warning,
            "document.wrongType",
            "/\(name): the value cannot be understood; it was left out."
        )
    }
}

/// Where the views are in a document that is Vitrine's.
struct DocumentShape<Node: DocumentNode> {
    /// The views.
    enum Views {
        /// Roots, each with its subviews inside, and the JSON pointer of the array.
        case nested([Node], pointer: String)
        /// One root view, which is the whole document.
        case single(Node)
        /// All views in tree order, as the API lists them.
        case flat([Node])
    }

    /// The object around the views, when there is one.
    var envelope: Node?
    var views: Views

    /// Recognizes the document, or throws a sentence that says why it is none of Vitrine's.
    init(_ root: Node) throws(Mismatch) {
        if root.isArray {
            guard Self.isView(root.element(at: 0)) else {
                throw Mismatch(reason: "It is an array, but its first element has no class and frame.")
            }
            views = .nested(Array(root.elements), pointer: "")
        } else if let windows = root["windows"], windows.isArray {
            let isMarked = root["vitrine"] != nil
            guard isMarked || Self.isView(windows.element(at: 0)) else {
                throw Mismatch(reason: "It has windows, but neither the key vitrine nor a window with class and frame.")
            }
            envelope = root
            views = .nested(Array(windows.elements), pointer: "/windows")
        } else if let list = root["views"], Self.isView(list.element(at: 0)) {
            envelope = root
            views = .flat(Array(list.elements))
        } else if Self.isView(root) {
            views = .single(root)
        } else if root["vitrine"] != nil {
            throw Mismatch(reason: "It has the key vitrine, but no array windows.", isVitrine: true)
        } else {
            throw Mismatch(reason: "It has neither the keys vitrine and windows nor class and frame.")
        }
    }

    private static func isView(_ node: Node?) -> Bool {
        guard let node else { return false }
        return node["class"]?.stringValue != nil
            && (node["frame"] != nil || (node["bounds"] != nil && node["center"] != nil))
    }

    /// Why a document is none of Vitrine's.
    struct Mismatch: Error {
        var reason: String
        /// Whether it says that it is one.
        var isVitrine = false
    }
}

/// Visits nested objects of a document depth first, with a stack of its own: the input decides how deep they are.
struct NodeWalk<Node: DocumentNode> {
    /// The key of the array that holds the objects one level deeper, for the pointers.
    var childrenKey: String

    /// Visits the roots and what is below them.
    ///
    /// - Parameters:
    ///   - pointer: The JSON pointer of the array of roots; nil when there is one root and no array.
    ///   - single: The JSON pointer of that root; nothing when it is the document.
    ///   - visit: Gets an object, its depth (roots have 0) and its pointer, and gives the array of those below it.
    func visit(
        _ roots: [Node],
        at pointer: String?,
        orAt single: String = "",
        _ visit: (Node, Int, () -> String) throws(DumpError) -> Node?
    ) throws(DumpError) {
        for (index, root) in roots.enumerated() {
            var path: [(nodes: Node.Elements.Iterator, next: Int)] = []
            let start = pointer.map { "\($0)/\(index)" } ?? single
            var below = try visit(root, 0) { start }
            while true {
                if let found = below {
                    path.append((found.elements.makeIterator(), 0))
                    below = nil
                }
                guard let last = path.indices.last else { break }
                guard let node = path[last].nodes.next() else {
                    path.removeLast()
                    continue
                }
                path[last].next &+= 1
                below = try visit(node, path.count) {
                    start + path.map { "/\(childrenKey)/\($0.next &- 1)" }.joined()
                }
            }
        }
    }
}
