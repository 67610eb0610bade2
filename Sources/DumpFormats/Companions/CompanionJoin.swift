import AutoLayout
import Diagnostics
import PastedText
public import ViewHierarchy

/// What became of a companion when it was joined to the views of a dump.
public struct CompanionJoin: Sendable, Hashable {
    /// Something that a view now says.
    public struct Joined: Sendable, Hashable {
        /// The report that it is from.
        public var kind: CompanionKind
        /// The line of the companion, counted from 1; nil for a table that is no text.
        public var line: Int?
        /// The view's id.
        public var view: Int
        /// One sentence for people.
        public var message: String
    }

    /// A line that could not be joined.
    public struct Missed: Sendable, Hashable {
        /// The report that it is from.
        public var kind: CompanionKind
        /// The line of the companion, counted from 1; nil for a table that is no text.
        public var line: Int?
        /// One sentence for people: why.
        public var message: String
    }

    /// The most entries that are kept of either list.
    public static let maximumListed = 1_000

    /// The first of what was joined, in the order of the companion.
    public private(set) var joined: [Joined] = []
    /// How much was joined in all.
    public private(set) var joinedCount = 0
    /// The first of what was not.
    public private(set) var missed: [Missed] = []
    /// How much was not joined in all.
    public private(set) var missedCount = 0
    /// The views that say more now, by their ids.
    public private(set) var views: Set<Int> = []

    /// Nothing joined yet.
    public init() {}

    mutating func add(_ kind: CompanionKind, _ line: Int?, view: Int, _ message: @autoclosure () -> String) {
        joinedCount &+= 1
        views.insert(view)
        guard joined.count < Self.maximumListed else { return }
        joined.append(Joined(kind: kind, line: line, view: view, message: message()))
    }

    mutating func miss(_ kind: CompanionKind, _ line: Int?, _ message: @autoclosure () -> String) {
        missedCount &+= 1
        guard missed.count < Self.maximumListed else { return }
        missed.append(Missed(kind: kind, line: line, message: message()))
    }
}

extension Companion {
    /// Adds to the views of a tree what the companion says of them, found by their addresses or, where a constraint log names
    /// them so, by their accessibility identifiers.
    ///
    /// - Parameter name: What findings call the companion; nil where it stands in the text of the dump itself.
    public func join(to tree: inout ViewTree, as name: String?) -> CompanionJoin {
        var joiner = CompanionJoiner(tree, name: name)
        for line in controllers { joiner.join(line) }
        for line in traces { joiner.join(line) }
        for conflict in conflicts { joiner.join(conflict) }
        let (result, notes) = (joiner.result, joiner.notes)
        // The tree is changed in place while nobody else holds it.
        joiner.release()
        for (index, note) in notes {
            tree.annotate(
                index,
                controller: note.controller,
                identifier: note.identifier,
                attributes: note.attributes,
                issues: note.issues,
                findings: note.findings
            )
        }
        return result
    }
}

extension Dump {
    /// Joins the reports of debuggers that stand in the text of the dump, as a console holds both, and says so in place of what
    /// the reader of the dump passed over.
    mutating func join(reportsIn text: ByteText) {
        let companion: Companion
        do throws(DumpError) {
            companion = try CompanionReader.read(text.bytes)
        } catch {
            // What was passed over is in the report already.
            return
        }
        let join = companion.join(to: &tree, as: nil)
        let names = companion.kinds.map(\.name).joined(separator: ", ")
        let missed = join.missed.first.map { ", \(join.missedCount) not. \($0.message)" } ?? "."
        let skipped = ["skipped.autolayoutTrace", "skipped.printHierarchy", "skipped.constraints"]
        report.removeAll { skipped.contains($0.code) }
        let line = join.missed.first?.line ?? join.joined.first?.line
        let joined = join.joinedCount.counted("entry", "entries")
        report.append(Diagnostic(.joinedReports, [names, joined, missed], line: line))
    }
}

/// Joins one companion to one tree.
private struct CompanionJoiner {
    /// How many constraints of a conflict a finding tells.
    private static var maximumTold: Int { 6 }

    /// The most findings of one view that are handed on, and the most constraints of one conflict.
    private static var maximumNotes: Int { 100 }

    /// What is to be added to a view.
    struct Note {
        var controller: String?
        var identifier: String?
        var attributes: [ViewDescription.Attribute] = []
        var issues: LayoutIssues = []
        var findings: [Diagnostic] = []
    }

    var tree: ViewTree
    let views: [UInt64: Int]
    /// The only view with an identifier; -1 where several have it.
    private lazy var named: [String: Int] = {
        var named: [String: Int] = [:]
        for index in tree.indices {
            guard let name = tree.identifier(of: index) else { continue }
            named[name] = named[name] == nil ? index : -1
        }
        return named
    }()
    private var explainer: ConflictExplainer
    let name: String?
    var result = CompanionJoin()
    var notes: [Int: Note] = [:]

    init(_ tree: ViewTree, name: String?) {
        self.tree = tree
        views = tree.indexesByAddress()
        explainer = ConflictExplainer(tree)
        self.name = name
    }

    /// Lets go of the views when all is joined.
    mutating func release() { (tree, explainer) = (ViewTree(), ConflictExplainer(nil)) }

    /// The view that is meant, or why there is none.
    private enum Found {
        case view(Int)
        case none(String)
    }

    private func find(_ reference: ObjectReference) -> Found {
        guard let index = views[reference.address] else {
            if reference.className.hasSuffix("LayoutGuide") {
                return .none("\(reference.text) is a layout guide, which is no view of the dump.")
            }
            return .none("No view of the dump has the address of \(reference.text).")
        }
        let className = tree.className(of: index)
        guard reference.mayBe(className) else {
            return .none("The view at the address of \(reference.text) is a \(className) in the dump.")
        }
        return .view(index)
    }

    /// The view that a constraint names: by its address, else by an accessibility identifier that no other view has.
    private mutating func find(_ item: LoggedItem) -> Found {
        let found = item.reference.map { find($0) }
        if let found, case .view = found { return found }
        if let name = item.name, let index = named[name], index >= 0 { return .view(index) }
        let name = item.name ?? item.className
        return found ?? .none("The log gives no address of “\(name)”, and no single view has that identifier.")
    }

    // MARK: Controllers

    mutating func join(_ line: ControllerLine) {
        let owner = line.controller.className
        guard let reference = line.view else {
            return result.miss(.printHierarchy, line.line, "The view of \(owner) is not loaded.")
        }
        switch find(reference) {
        case .none(let reason):
            let hint = line.isOutsideWindow || line.state?.hasPrefix("disappear") == true
            result.miss(.printHierarchy, line.line, reason + (hint ? " It is not on the screen." : ""))
        case .view(let index):
            if let known = notes[index]?.controller ?? tree.controller(of: index), !line.controller.mayBe(known) {
                let message = "The \(tree.className(of: index)) of \(owner) has the controller \(known) in the dump."
                return result.miss(.printHierarchy, line.line, message)
            }
            notes[index, default: Note()].controller = tree.controller(of: index) ?? owner
            notes[index, default: Note()].attributes += attributes(of: line)
            let state = line.state.map { ", \($0)" } ?? ""
            let view = tree.className(of: index)
            let id = tree.id(at: index) ?? index
            result.add(.printHierarchy, line.line, view: id, "\(owner) owns the \(view)\(state).")
        }
    }

    private func attributes(of line: ControllerLine) -> [ViewDescription.Attribute] {
        let address = "0x" + String(line.controller.address, radix: 16)
        var attributes = [ViewDescription.Attribute("controllerAddress", address)]
        if let state = line.state { attributes.append(.init("controllerState", state)) }
        if line.isOutsideWindow { attributes.append(.init("controllerView", "not in the window")) }
        if let parent = line.parent {
            let name = parent.presents ? "presentingController" : "parentController"
            attributes.append(.init(name, parent.reference.text))
        }
        if let presentation = line.presentation { attributes.append(.init("presentedWith", presentation.text)) }
        return attributes
    }

    // MARK: Traces

    mutating func join(_ line: TraceLine) {
        switch find(line.view) {
        case .none(let reason): result.miss(.autolayoutTrace, line.line, reason)
        case .view(let index):
            var issues: LayoutIssues = []
            var findings: [Diagnostic] = []
            if line.isAmbiguous {
                issues.insert(.ambiguous)
                let what = line.ambiguities.isEmpty ? "" : ": \(line.ambiguities.joined(separator: ", "))"
                let message = "AMBIGUOUS LAYOUT: its constraints leave open where it is\(what)."
                findings.append(finding("layout.ambiguous", message, line.line))
            }
            if line.missesHostConstraints {
                issues.insert(.missingHostConstraints)
                findings.append(
                    finding(
                        "layout.missingHostConstraints",
                        "MISSING HOST CONSTRAINTS: nothing says where the view that hosts the layout engine is.",
                        line.line
                    )
                )
            }
            note(index, [.init("autolayoutTrace", line.text)], issues, findings)
            let message = findings.first?.message ?? mark(line)
            result.add(.autolayoutTrace, line.line, view: tree.id(at: index) ?? index, message)
        }
    }

    /// What the mark in front of a line says (the legend of `_autolayoutTrace`).
    private func mark(_ line: TraceLine) -> String {
        switch line.text.unicodeScalars.first {
        case "*": "It is laid out with Auto Layout."
        case "+": "It is laid out by its frame, which the layout engine knows."
        case "\u{2022}": "It hosts a layout engine."
        default: "It is not laid out with Auto Layout."
        }
    }

    private mutating func note(
        _ index: Int,
        _ attributes: [ViewDescription.Attribute],
        _ issues: LayoutIssues,
        _ findings: [Diagnostic]
    ) {
        var note = notes[index] ?? Note()
        notes[index] = nil
        note.attributes += attributes
        note.issues.formUnion(issues)
        if note.findings.count < Self.maximumNotes { note.findings += findings }
        notes[index] = note
    }

    // MARK: Conflicts

    /// A constraint of a view.
    private struct Key: Hashable {
        var view: Int
        var constraint: UInt64
    }

    /// An identifier that the log knows and the dump does not say.
    private mutating func keepName(of item: LoggedItem, at index: Int) {
        if let name = item.name, tree.identifier(of: index) == nil { notes[index, default: Note()].identifier = name }
    }

    mutating func join(_ conflict: LoggedConflict) {
        var found: [Int: [LoggedConstraint]] = [:]
        var order: [Int] = []
        var known: Set<Key> = []
        for constraint in conflict.constraints + [conflict.broken].compactMap({ $0 }) {
            for item in constraint.items {
                switch find(item) {
                case .none(let reason):
                    // The one that was given up is in the list too.
                    if constraint != conflict.broken { result.miss(.constraintLog, constraint.line, reason) }
                case .view(let index):
                    if found[index] == nil { order.append(index) }
                    keepName(of: item, at: index)
                    let key = Key(view: index, constraint: constraint.constraint.address)
                    if known.insert(key).inserted { found[index, default: []].append(constraint) }
                }
            }
        }
        let explanation = order.isEmpty ? nil : explainer.explain(conflict)
        let isConflict = explanation?.isConflict ?? conflict.isAnnounced
        for index in order {
            let constraints = found[index, default: []]
            let message = message(conflict, constraints, explanation)
            let attributes = constraints.prefix(Self.maximumNotes).map {
                ViewDescription.Attribute(isConflict ? "constraintConflict" : "constraint", $0.constraint.text)
            }
            let findings = isConflict ? [finding("layout.conflict", message, conflict.line)] : []
            note(index, attributes, isConflict ? .conflict : [], findings)
            result.add(.constraintLog, conflict.line, view: tree.id(at: index) ?? index, message)
        }
    }

    /// What the constraints of one view say, and why they cannot all hold if that is so.
    private func message(
        _ conflict: LoggedConflict,
        _ own: [LoggedConstraint],
        _ explanation: ConflictExplanation?
    ) -> String {
        func words(_ constraint: LoggedConstraint) -> String {
            explanation?.constraints.first { $0.logged.constraint == constraint.constraint }?.words ?? constraint.text
        }
        let told = own.prefix(Self.maximumTold).map(words).joined(separator: "; ")
        let more = own.count > Self.maximumTold ? "; and \(own.count - Self.maximumTold) more" : ""
        guard explanation?.isConflict ?? conflict.isAnnounced else { return "The text lists: \(told)\(more)." }
        let broken = conflict.broken.map { " UIKit broke this one: \(words($0))." } ?? ""
        let all = max(conflict.constraints.count, own.count).counted("constraint")
        let sentence = explanation.map { " \($0.sentence)" } ?? ""
        return "Constraint conflict: of \(all), this view has: \(told)\(more).\(broken)\(sentence)"
    }

    private func finding(_ code: String, _ message: String, _ line: Int) -> Diagnostic {
        Diagnostic(.warning, code, message, line: line, file: name)
    }
}
