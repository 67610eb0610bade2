import Diagnostics
import Markup
import ViewHierarchy

/// Reads the archive that Interface Builder 3 wrote as a xib: objects that refer to each other by numbers.
///
/// A view is an object of Interface Builder with a frame or with `NSvFlags`; `NSSubviews` lists its subviews, back to
/// front. References may form circles, which are not followed twice.
struct ArchivedInterfaceReader {
    let archive: InterfaceArchive
    var assembler: TreeAssembler
    /// The elements of all views.
    private var isView: Set<Int> = []
    private var subviews: [Int: [Int]] = [:]
    private var superviews: [Int: Int] = [:]
    /// The ids of the views by their elements.
    private var views: [Int: Int] = [:]
    private let connections: [Int: [(name: String, words: String)]]

    init(_ document: InterfaceDocument, _ limits: DumpLimits) {
        archive = InterfaceArchive(document)
        connections = archive.connections()
        assembler = TreeAssembler(limits: limits)
    }

    /// Reads the whole file.
    mutating func read() throws(DumpError) -> Dump {
        let document = archive.document
        isView = Set(document.indices.filter(archive.isView))
        link()
        // Views inside a circle of references hang below no root; each of those starts anew.
        for element in isView.sorted() where superviews[element] == nil { try appendAll(below: element) }
        for element in isView.sorted() where views[element] == nil { try appendAll(below: element) }
        guard assembler.count > 0 else {
            let end = document.error.map { " The XML breaks off: \($0.message)" } ?? ""
            throw DumpError(.unreadable, "The archive holds no view.\(end)", line: document.error?.line ?? 1)
        }
        readConstraints()
        var dump = Dump(format: .xib, tree: assembler.build())
        dump.report = assembler.report.finished(
            general: DumpReport.generalEntries(of: document, views: assembler.count)
        )
        return dump
    }

    // MARK: Hierarchy

    /// Finds the superview of every view: by the lists of subviews, else by what the object stands in.
    private mutating func link() {
        let all = isView.sorted()
        for view in all {
            guard let list = archive.member("NSSubviews", of: view) else { continue }
            for item in archive.items(of: list) where isView.contains(item) && superviews[item] == nil && item != view {
                superviews[item] = view
                subviews[view, default: []].append(item)
            }
        }
        for view in all where superviews[view] == nil {
            guard let superview = archive.enclosing(view, where: isView.contains), superview != view else { continue }
            superviews[view] = superview
            subviews[superview, default: []].append(view)
        }
    }

    private mutating func appendAll(below root: Int) throws(DumpError) {
        var pending = [(element: root, depth: 0)]
        while let (element, depth) = pending.popLast() {
            guard views[element] == nil else { continue }
            try append(element, depth: depth)
            for subview in (subviews[element] ?? []).reversed() { pending.append((subview, depth + 1)) }
        }
    }

    private mutating func append(_ element: Int, depth: Int) throws(DumpError) {
        let className = archive.className(of: element)
        var view = ViewDescription(found: archive.customClass(of: element) ?? className)
        if view.className != className { view.keep("baseClass", className) }
        let frame = archive.frame(of: element)
        view.frame = frame ?? .zero
        let description = ArchivedView(archive, element)
        description.describe(into: &view)
        if depth == 0, let controller = archive.controller(of: element) { view.say(.controller, .text(controller)) }
        for connection in connections[element] ?? [] { view.keep(connection.name, connection.words) }
        let line = archive.document.line(of: element)
        let id = try assembler.append(view, depth: depth, line: line, place: "Line \(line)")
        views[element] = id
        if let traits = description.traits { assembler.setLayout(traits, of: id) }
        guard frame == nil else { return }
        assembler.report.add(
            .warning,
            "missing.frame",
            "Line \(line): the \(className.prefix(60)) has no frame in the file; it is placed at 0, 0, without a size.",
            view: id,
            line: line
        )
    }

    // MARK: Constraints

    /// Constraints of the last archives, which named attributes and relations by UIKit's raw values.
    private mutating func readConstraints() {
        let document = archive.document
        for element in document.indices where document.name(element) == "object" {
            guard let kind = document.value("class", of: element), kind.hasSuffix("LayoutConstraint") else { continue }
            let line = document.line(of: element)
            guard let first = anchor("first", of: element) else {
                assembler.report.add(
                    .warning,
                    "interface.constraint",
                    "Line \(line): a constraint names no view or no known attribute; it was left out.",
                    line: line
                )
                continue
            }
            let owner = archive.member("containingView", of: element).flatMap { views[$0] }
            guard let owner = owner ?? first.item.view else { continue }
            var constraint = LayoutConstraint(owner: owner, first: first, second: anchor("second", of: element))
            constraint.name = document.value("id", of: element) ?? ""
            let relation = archive.number("relation", of: element) ?? 0
            constraint.relation = relation < 0 ? .lessThanOrEqual : relation > 0 ? .greaterThanOrEqual : .equal
            constraint.multiplier = archive.number("multiplier", of: element) ?? 1
            constraint.constant = archive.number("constant", of: element) ?? 0
            constraint.priority = archive.number("priority", of: element) ?? LayoutPriority.required
            assembler.append(constraint)
        }
    }

    private func anchor(_ side: String, of element: Int) -> LayoutAnchor? {
        guard let item = archive.member("\(side)Item", of: element).flatMap({ views[$0] }),
            let raw = archive.number("\(side)Attribute", of: element).flatMap({ Int(exactly: $0) }),
            let attribute = LayoutAttribute(rawValue: raw)
        else { return nil }
        return LayoutAnchor(.view(item), attribute)
    }
}
