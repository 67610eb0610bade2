public import Diagnostics
import ViewHierarchy

/// Changes in words, for pages, lines and reports.
public struct DiffWords: Sendable {
    /// Longer values are cut.
    private static let maximumText = 80

    /// The property or attribute: `frame`, `alpha`, `backgroundColor`.
    public let name: String
    /// What it was: `16, 20`, `1`, `“Stop”`; `not in the dump` where nobody said.
    public let before: String
    /// What it is.
    public let after: String

    /// `alpha 1 → 0.5`.
    public var text: String { "\(name) \(before) → \(after)" }

    /// What there is to say of an object, a line for each property; nothing for one that is new or gone.
    public static func lines(of object: TreeDiff.ObjectDifference) -> [DiffWords] { object.properties.map(Self.init) }

    /// What there is to say of a view, a line for each property; nothing for one that is new or gone.
    public static func lines(of change: TreeDiff.Change) -> [DiffWords] {
        var lines: [DiffWords] = []
        let (one, other) = change.frames
        if change.kinds.contains(.moved) {
            let old = one.map { ViewPropertyValue.point($0.origin).words } ?? "nowhere"
            let now = other.map { ViewPropertyValue.point($0.origin).words } ?? "nowhere"
            lines.append(DiffWords(name: "position", before: old, after: now))
        }
        if change.kinds.contains(.resized), let one, let other {
            let (old, now) = (ViewPropertyValue.size(one.size).words, ViewPropertyValue.size(other.size).words)
            lines.append(DiffWords(name: "size", before: old, after: now))
        }
        return lines + change.properties.map(Self.init)
    }

    private init(name: String, before: String, after: String) {
        (self.name, self.before, self.after) = (name, before, after)
    }

    init(_ change: TreeDiff.PropertyChange) {
        name = change.name == "bounds" ? "scrolled to" : LayoutTraits.title(of: change.name) ?? change.name
        // Of what has a default nothing is known where it was not said; a text or an attribute is not there.
        let usual = change.isAttribute ? nil : ViewProperty.named(change.name)?.usual
        let isClass = change.name == "class" && !change.isAttribute
        let isQuoted = !change.isAttribute && !isClass && LayoutTraits.title(of: change.name) == nil
        let texts = isClass ? Self.classes(change) : Self.parts(change.before, change.after)
        func words(_ value: ViewPropertyValue?, _ text: String?) -> String {
            guard let value else { return usual == nil ? "none" : "not in the dump" }
            guard let text else { return value.words }
            return isQuoted ? "“\(text)”" : text
        }
        let (one, other) = (words(change.before, texts.0), words(change.after, texts.1))
        // The words of a rectangle are its size; where it has only moved, all its numbers are told.
        func whole(_ value: ViewPropertyValue?, _ words: String) -> String {
            guard case .rect = value else { return words }
            return value?.numbers.map(NumberText.told).joined(separator: ", ") ?? words
        }
        let isClose = one == other && texts.0 == nil
        before = isClose ? whole(change.before, one) : one
        let now = isClose ? whole(change.after, other) : other
        // Numbers that are the same when rounded say so: nobody reads more than two decimals.
        after = before == now && isClose ? "\(now), by less than 0.01" : now
    }

    private static func classes(_ change: TreeDiff.PropertyChange) -> (String?, String?) {
        func shown(_ value: ViewPropertyValue?) -> String? {
            if case .text(let name) = value { ClassName(name).shown.terminalSafe } else { nil }
        }
        return (shown(change.before), shown(change.after))
    }

    /// Two texts on a line each. Of several lines those are left that differ, and of long texts what differs.
    private static func parts(_ one: ViewPropertyValue?, _ other: ViewPropertyValue?) -> (String?, String?) {
        func text(_ value: ViewPropertyValue?) -> String? { if case .text(let text) = value { text } else { nil } }
        guard let one = text(one), let other = text(other) else {
            return (text(one).map { line($0[...]) }, text(other).map { line($0[...]) })
        }
        let lines = [one, other].map { $0.split(separator: "\n").map(String.init) }
        let kept = [(0, 1), (1, 0)].map { own, their in
            let others = Set(lines[their])
            return lines[own].filter { !others.contains($0) }.joined(separator: "\n")
        }
        let whole = lines[0].count > 1 && lines[1].count > 1 && kept[0] != kept[1] ? kept : [one, other]
        let common = zip(whole[0], whole[1]).prefix { $0 == $1 }.count
        let (before, after) = (whole[0], whole[1])
        guard max(before.count, after.count) > maximumText, common > maximumText / 2 else {
            return (line(before[...]), line(after[...]))
        }
        let start = common - maximumText / 4
        return ("…" + line(before.dropFirst(start)), "…" + line(after.dropFirst(start)))
    }

    private static func line(_ text: Substring) -> String {
        text.onOneLine(atMost: maximumText).terminalSafe
    }
}

/// Changes as findings, for the reports that builds and pull requests show: a view of which something differs is one for
/// each kind of change.
extension TreeDiff {
    /// The kinds of changes as rules, in the order of ``Kind``.
    public static let rules = LintRule.table(
        """
        warning diff.added
        No view has come
        The view is in the newer dump only.
        Take the newer dump as the one to compare with, if it is meant; else find out what adds the view.

        warning diff.removed
        No view has gone
        The view is in the former dump only.
        Take the newer dump as the one to compare with, if it is meant; else find out why the view is not made.

        warning diff.reparented
        Views stay in their superviews
        The view is in another superview; frames are compared in the window then.
        Take the newer dump as the one to compare with, if it is meant; else put the view back.

        warning diff.reordered
        Siblings keep their order
        The view is in another order among its siblings, which decides what covers what and what takes a touch.
        Take the newer dump as the one to compare with, if it is meant; else look at where subviews are inserted.

        warning diff.moved
        Views stay where they are
        The corner of the frame is elsewhere in the superview, by more than the tolerance.
        Take the newer dump as the one to compare with, if it is meant; else look at its masks and constraints.

        warning diff.resized
        Views keep their sizes
        Width or height of the frame differ by more than the tolerance.
        Take the newer dump as the one to compare with, if it is meant; else look at its masks and constraints.

        warning diff.changed
        Views look and read the same
        A property, a text or an attribute has another value.
        Take the newer dump as the one to compare with, if it is meant; else look at what sets the property.

        warning diff.constraint
        Constraints stay as they are
        A constraint between views that are in both dumps has come, has gone, or says something else.
        Take the newer dump as the one to compare with, if it is meant; else put the constraint back.

        warning diff.object
        Objects of interface files stay as they are
        A controller, a segue, an image or another object has come, has gone, or says something else; or the canvas does.
        Take the newer file as the one to compare with, if it is meant; else look at what was changed in Interface Builder.
        """
    )

    /// The changes as findings, in tree order.
    ///
    /// - Parameter file: The newer dump, as a path from where the report is made.
    public func findings(in file: String) -> [ReportedFinding] {
        changes.flatMap { change in change.kinds.map { finding(of: $0, change, in: file) } }
            + constraints.map { difference in
                let message =
                    "Constraint \(difference.sentence) \(difference.kind.words)"
                    + (difference.change.map { ": → \($0)." } ?? ".")
                var finding = ReportedFinding("diff.constraint", .warning, message)
                finding.file = file
                let views = difference.views.compactMap(\.after)
                finding.view = views.first
                finding.path = finding.view.flatMap(new.index).map { new.path(to: $0) }
                finding.details.append(.init("views", .numbers(views)))
                return finding
            }
            + objects.map { object in
                let words = DiffWords.lines(of: object).map(\.text).joined(separator: ", ")
                let what = words.isEmpty ? "." : ": \(words)."
                var finding = ReportedFinding("diff.object", .warning, "\(object.name) \(object.kind.words)\(what)")
                finding.file = file
                return finding
            }
    }

    private func finding(of kind: Kind, _ change: Change, in file: String) -> ReportedFinding {
        let (tree, index) = change.after.map { (new, $0) } ?? (former, change.before ?? 0)
        let words = DiffWords.lines(of: change).filter { words in
            switch kind {
            case .moved: words.name == "position"
            case .resized: words.name == "size"
            case .changed: words.name != "position" && words.name != "size"
            case .added, .removed, .reparented, .reordered: false
            }
        }
        let what = words.isEmpty ? "" : ": " + words.map(\.text).joined(separator: ", ")
        let message = "\(tree.name(of: index)) \(kind.words)\(what)."
        var finding = ReportedFinding("diff." + kind.rawValue, .warning, message)
        finding.file = file
        // The ids of a view that has gone are those of the former dump.
        finding.view = change.after.flatMap { new.id(at: $0) }
        finding.path = tree.path(to: index)
        return finding
    }
}

extension TreeDiff.Kind {
    /// What has become of a view, after its name.
    fileprivate var words: String {
        switch self {
        case .added: "has come"
        case .removed: "has gone"
        case .reparented: "is in another superview"
        case .reordered: "is in another order"
        case .moved: "has moved"
        case .resized: "has another size"
        case .changed: "has changed"
        }
    }
}

extension TreeDiff.Kind {
    /// The kind as a label: `Added`, `Moved`.
    public var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The sign before a line about a view of which this is the main thing: `+`, `-`, `~`.
    public var sign: String {
        switch self {
        case .added: "+"
        case .removed: "-"
        case .reparented, .reordered, .moved, .resized, .changed: "~"
        }
    }
}

extension TreeDiff {
    /// What means nothing to the app, on one line; nil for none.
    public var rewrittenWords: String? {
        guard !rewritten.isEmpty else { return nil }
        let more = rewritten.count > 3 ? " and \(rewritten.count - 3) more" : ""
        return "Rewritten by Xcode only: \(rewritten.prefix(3).joined(separator: ", "))\(more)"
    }

    /// How many views, constraints and objects there are of each kind, with words behind the number: `constraints changed`. None
    /// where there is none.
    public var counts: [(count: Int, kind: String, words: String)] {
        let views = Kind.allCases.map { (count: count($0), kind: $0.rawValue, words: $0.rawValue) }
        return views.filter { $0.count > 0 } + otherCounts
    }

    /// The same of constraints and objects alone.
    var otherCounts: [(count: Int, kind: String, words: String)] {
        func others(
            _ what: String,
            _ count: (ConstraintDifference.Kind) -> Int
        ) -> [(count: Int, kind: String, words: String)] {
            ConstraintDifference.Kind.allCases.map { kind in
                let count = count(kind)
                return (count, kind.rawValue, "\(what)\(count == 1 ? "" : "s") \(kind.rawValue)")
            }
        }
        let all =
            others("constraint", countOfConstraints) + others("object") { kind in objects.count { $0.kind == kind } }
        return all.filter { $0.count > 0 }
    }

    /// How many views and constraints of each kind there are, in words: `2 added, 1 constraint changed`. Where nothing differs
    /// it says what that goes for.
    public var summary: String {
        let parts = counts.map { "\($0.count) \($0.words)" }
        guard parts.isEmpty else { return parts.joined(separator: ", ") }
        if !unsaid.isEmpty { return "nothing differs in what both dumps say" }
        // What only Interface Builder sees is folded into ``rewritten``.
        let points = "\(NumberText.told(tolerance)) point\(tolerance == 1 ? "" : "s")"
        return "nothing differs" + (isWithinTolerance ? " by more than \(points)" : "")
    }
}
