import Diagnostics
import Locators
import ViewHierarchy

/// What came of one check of one view.
enum AssertionVerdict: Sendable, Hashable {
    case passed
    /// Failed, in the words of a failure: `width is 38, expected at least 44`.
    case failed(String)
    /// The dump does not say it.
    case unknown(String)
    /// The layout does not tell it.
    case uncertain(String)

    /// Compares a measured number.
    static func compared(
        _ subject: String,
        _ measured: Double,
        _ range: RuleRange,
        tolerance: Double
    ) -> AssertionVerdict {
        guard !range.contains(measured, tolerance: tolerance) else { return .passed }
        return .failed("\(subject) is \(RuleRange.words(measured)), expected \(range.expected)")
    }

    /// The first that is not passed. What is wrong for sure comes before what is not known.
    static func first(of verdicts: [AssertionVerdict]) -> AssertionVerdict {
        let failure = verdicts.first { if case .failed = $0 { true } else { false } }
        return failure ?? verdicts.first { $0 != .passed } ?? .passed
    }
}

/// Checks views of a scene: one call for each word and view.
struct AssertionCheck {
    let scene: AssertionScene
    let tolerance: Double
    let budget: WorkBudget

    private var tree: ViewTree { scene.tree }

    /// What came of a word about one view.
    func verdict(_ expectation: Expectation, on view: Int) throws(LocatorError) -> AssertionVerdict {
        switch expectation {
        case .measure(let measure, let range): return measured(measure, range, view)
        case .frame(let ranges, let isInWindow): return frame(ranges, isInWindow: isInWindow, view)
        case .inside(let other, let parts): return try inside(other, parts, view)
        case .near(let other, let parts): return try near(other, parts, view)
        case .aligned(let other, let edges): return try aligned(other, edges, view)
        case .centered(let other, let axes): return try centered(other, axes, view)
        case .contains(let other, let range): return try contains(other, range, view)
        case .visible(let range): return visible(range, view)
        case .touchable(let isExpected): return try touchable(isExpected, view)
        case .touchableShare(let range): return touchableShare(range, view)
        case .flag(let word, let isExpected): return flag(word, isExpected, view)
        case .text(let word, let test): return try text(word, test, view)
        case .color(let color): return self.color(color, view)
        case .count, .spacing: return .passed
        }
    }

    /// What came of a word about all views that were found.
    func verdict(_ expectation: Expectation, onAll views: [Int]) -> AssertionVerdict {
        switch expectation {
        case .count(let range):
            guard !range.contains(Double(views.count), tolerance: 0) else { return .passed }
            return .failed("\(views.count) \(views.count == 1 ? "hit" : "hits"), expected \(range.expected)")
        case .spacing(let axis, let range): return spacing(axis, range, views)
        default: return .passed
        }
    }

    // MARK: Numbers

    private func measured(_ measure: RuleMeasure, _ range: RuleRange, _ view: Int) -> AssertionVerdict {
        let frame = tree.frame(of: view)
        let subject = measure.rawValue
        func compared(_ number: Double, doubt: Int?) -> AssertionVerdict {
            if let doubt { return .uncertain(scene.words(ofDoubt: doubt)) }
            guard number.isFinite else { return .unknown("\(subject) unknown in this dump") }
            return .compared(subject, number, range, tolerance: tolerance)
        }
        let own = scene.isDoubtful(view) ? view : nil
        switch measure {
        case .width: return compared(abs(frame.size.width), doubt: own)
        case .height: return compared(abs(frame.size.height), doubt: own)
        case .x: return compared(frame.minX, doubt: own)
        case .y: return compared(frame.minY, doubt: own)
        case .left, .top, .right, .bottom:
            guard let edge = RuleEdge(rawValue: subject) else { return .passed }
            let place = scene.windowFrame(of: view).map(edge.place) ?? .nan
            return compared(place, doubt: scene.doubt(from: view))
        case .alpha:
            guard says("alpha", view) else { return .unknown("alpha unknown in this dump") }
            return .compared(subject, tree.alpha(of: view), range, tolerance: 0.005)
        }
    }

    private func frame(_ ranges: [RuleRange?], isInWindow: Bool, _ view: Int) -> AssertionVerdict {
        if let doubt = isInWindow ? scene.doubt(from: view) : scene.isDoubtful(view) ? view : nil {
            return .uncertain(scene.words(ofDoubt: doubt))
        }
        let frame = isInWindow ? scene.windowFrame(of: view) : tree.frame(of: view).standardized
        guard let frame, frame.isFinite else { return .unknown("frame unknown in this dump") }
        let parts = [("x", frame.minX), ("y", frame.minY), ("width", frame.size.width), ("height", frame.size.height)]
        let verdicts = zip(parts, ranges).map { part, range in
            range.map { AssertionVerdict.compared(part.0, part.1, $0, tolerance: tolerance) } ?? .passed
        }
        return .first(of: verdicts)
    }

    // MARK: Other views

    /// What a view is measured by.
    private struct Measure {
        var name: String
        var rect: Rect
        var doubt: Int?
    }

    /// Finds what a view is measured by: of several views that a locator finds the nearest superview, or the only one
    /// there is.
    private func measure(
        _ reference: ViewReference,
        for view: Int
    ) throws(LocatorError) -> Result<Measure, Refusal> {
        let other: Int
        switch reference.target {
        case .locator(let locator):
            let hits = try scene.views(locator, budget: budget)
            if hits.count == 1, let only = hits.first {
                other = only
            } else if let around = tree.superviews(of: view).first(where: hits.holds) {
                other = around
            } else {
                return .failure(Refusal(.failed("\(reference.name) has \(hits.count) hits, expected 1")))
            }
        case .superview:
            guard let superview = tree.superview(of: view) else {
                return .failure(Refusal(.failed("has no superview")))
            }
            other = superview
        case .window, .safeArea: other = tree.root(of: view) ?? view
        }
        guard var rect = scene.windowFrame(of: other) else {
            return .failure(Refusal(.unknown("place of \(reference.name) unknown in this dump")))
        }
        if reference.target == .safeArea {
            guard let insets = scene.safeArea else {
                return .failure(Refusal(.unknown("safe area unknown in this dump: no known device has this screen")))
            }
            rect = Rect(
                x: rect.minX + insets.left,
                y: rect.minY + insets.top,
                width: max(rect.size.width - insets.left - insets.right, 0),
                height: max(rect.size.height - insets.top - insets.bottom, 0)
            )
        }
        return .success(Measure(name: reference.name, rect: rect, doubt: scene.doubt(between: view, and: other)))
    }

    private struct Refusal: Error {
        var verdict: AssertionVerdict
        init(_ verdict: AssertionVerdict) { self.verdict = verdict }
    }

    /// Compares the rectangle of a view with that of another one.
    private func compare(
        _ view: Int,
        with reference: ViewReference,
        _ body: (Rect, Rect, String) -> [AssertionVerdict]
    ) throws(LocatorError) -> AssertionVerdict {
        switch try measure(reference, for: view) {
        case .failure(let refusal): return refusal.verdict
        case .success(let other):
            if let doubt = other.doubt { return .uncertain(scene.words(ofDoubt: doubt)) }
            guard let frame = scene.windowFrame(of: view) else { return .unknown("place unknown in this dump") }
            return .first(of: body(frame, other.rect, other.name))
        }
    }

    private func inside(
        _ reference: ViewReference,
        _ parts: [Expectation.Part<RuleEdge, RuleRange>],
        _ view: Int
    ) throws(LocatorError) -> AssertionVerdict {
        let tolerance = tolerance
        return try compare(view, with: reference) { frame, other, name in
            parts.map { part in
                let (own, its) = (part.name.place(on: frame), part.name.place(on: other))
                let inset = part.name == .left || part.name == .top ? own - its : its - own
                return .compared("\(part.name.words) inset in \(name)", inset, part.value, tolerance: tolerance)
            }
        }
    }

    private func near(
        _ reference: ViewReference,
        _ parts: [Expectation.Part<RuleDirection, RuleRange>],
        _ view: Int
    ) throws(LocatorError) -> AssertionVerdict {
        let tolerance = tolerance
        return try compare(view, with: reference) { frame, other, name in
            parts.map { part in
                let gap = part.name.gap(of: frame, from: other)
                guard !part.value.contains(gap, tolerance: tolerance) else { return .passed }
                return .failed(
                    "is \(RuleRange.words(gap)) \(part.name.words) \(name), expected \(part.value.expected)"
                )
            }
        }
    }

    private func aligned(
        _ reference: ViewReference,
        _ edges: [RuleEdge],
        _ view: Int
    ) throws(LocatorError) -> AssertionVerdict {
        let tolerance = tolerance
        return try compare(view, with: reference) { frame, other, name in
            edges.map { Self.sameLine($0, frame, other, name, tolerance) }
        }
    }

    private func centered(
        _ reference: ViewReference,
        _ axes: [RuleAxis],
        _ view: Int
    ) throws(LocatorError) -> AssertionVerdict {
        let tolerance = tolerance
        return try compare(view, with: reference) { frame, other, name in
            axes.map { Self.sameLine($0.center, frame, other, name, tolerance) }
        }
    }

    /// `left is 18, title's is 16`.
    private static func sameLine(
        _ edge: RuleEdge,
        _ frame: Rect,
        _ other: Rect,
        _ name: String,
        _ tolerance: Double
    ) -> AssertionVerdict {
        let (own, its) = (edge.place(on: frame), edge.place(on: other))
        guard !RuleRange(its).contains(own, tolerance: tolerance) else { return .passed }
        return .failed("\(edge.words) is \(RuleRange.words(own)), \(name)'s is \(RuleRange.words(its))")
    }

    private func contains(
        _ reference: ViewReference,
        _ range: RuleRange,
        _ view: Int
    ) throws(LocatorError) -> AssertionVerdict {
        guard case .locator(let locator) = reference.target else { return .passed }
        let hits = try scene.views(locator, budget: budget)
        let count = hits.count(in: tree.subtree(of: view).dropFirst())
        guard !range.contains(Double(count), tolerance: 0) else { return .passed }
        return .failed("contains \(count) of \(reference.name), expected \(range.expected)")
    }

    private func spacing(_ axis: RuleAxis, _ range: RuleRange?, _ views: [Int]) -> AssertionVerdict {
        guard views.count > 1 else { return .failed("\(views.count == 1 ? "1 hit" : "0 hits"), expected at least 2") }
        if let first = views.first, let doubt = views.lazy.compactMap({ scene.doubt(between: $0, and: first) }).first {
            return .uncertain(scene.words(ofDoubt: doubt))
        }
        let frames = views.compactMap(scene.windowFrame).sorted { axis.start.place(on: $0) < axis.start.place(on: $1) }
        guard frames.count == views.count else { return .unknown("places unknown in this dump") }
        let gaps = zip(frames, frames.dropFirst()).map { axis.start.place(on: $1) - axis.end.place(on: $0) }
        let expected = range ?? RuleRange(gaps[0])
        for (number, gap) in gaps.enumerated() where !expected.contains(gap, tolerance: tolerance) {
            return .failed(
                "gap \(number + 1) of \(gaps.count) is \(RuleRange.words(gap)), expected \(expected.expected)"
            )
        }
        return .passed
    }

    func says(_ property: String, _ view: Int) -> Bool {
        ViewProperty.named(property).map { tree.says($0, of: view) } ?? false
    }
}
