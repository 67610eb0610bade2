/// How much of a view's frame in its superview a layout knows.
///
/// A layout by masks simulates nothing else: where constraints place a view, what the masks make of it is no more than a
/// guess. The last three cases come from layouts that solve constraints.
public enum LayoutCertainty: String, Sendable, Hashable, CaseIterable {
    /// A mask decides everything, or nothing needed to be decided.
    case masks
    /// Some of position and size is known, and some is not.
    case partial
    /// Neither position nor size: constraints decide, or a superview whose own size is not known.
    case none
    /// Solved constraints decide everything, by numbers that the dump says.
    case certain
    /// Solved constraints decide everything, but by how much room contents need, of which the dump says only what fitted.
    case dependsOnText
    /// Something of it is decided by nothing, or by UIKit in a way that no dump says.
    case undetermined

    /// Whether the whole frame is known.
    public var isKnown: Bool { self == .masks || self == .certain }
}

/// What a layout by masks knows of each view, worked out from the tree and the views whose size changed. It is pure.
///
/// The rule errs on the side of doubt, but needs a sign for it:
/// - A view is *placed by constraints* when the dump has constraints that place it
///   (``ViewTree/isPlacedByConstraints(_:)``), when its superview is a stack view, when the dump says that its mask is not
///   translated (`translatesAutoresizingMaskIntoConstraints` is NO), when its superview lists constraints, or when its
///   mask holds it nowhere but at the top left and constraints are at work around it (``ConstraintSigns``). Interface
///   Builder gives `RM+BM` to views that constraints place, so that mask counts as none. So does any mask of a dump
///   that says nothing about masks.
/// - A view whose dump shows no such sign is placed by its mask, also when that is none: it keeps left and top.
/// - Constraints are asked again when the superview's size changes on either axis, or is not known. Then nothing of the
///   view is known. As long as it stays, so does the view.
/// - In a superview whose size is not known on an axis, a mask still tells what does not depend on it: the position
///   unless the near margin is flexible, the length unless that is.
struct CertaintyPass {
    // The trees are handed from step to step: as parts of what changes they would be copied for each view.
    private let signs: ConstraintSigns
    /// What is not known of each view.
    private var unknown: [Unknown]

    /// Parts of a frame.
    private struct Unknown: OptionSet {
        let rawValue: UInt8

        static let x = Unknown(rawValue: 1)
        static let width = Unknown(rawValue: 2)
        static let y = Unknown(rawValue: 4)
        static let height = Unknown(rawValue: 8)
        static let all: Unknown = [.x, .width, .y, .height]
    }

    /// What is known of every view, by index.
    /// - Parameters:
    ///   - placed: the views whose frame was set; nothing about them is in doubt.
    ///   - signs: those of the tree before.
    static func certainties(
        of after: ViewTree,
        before: ViewTree,
        placed: [Int],
        signs: ConstraintSigns
    ) -> [LayoutCertainty] {
        guard after.count == before.count else { return Array(repeating: .none, count: after.count) }
        guard signs.mayPlaceViews else { return Array(repeating: .masks, count: after.count) }
        var pass = CertaintyPass(signs, unknown: Array(repeating: [], count: after.count))
        let placed = Set(placed)
        for index in after.indices { pass.look(at: index, before, after, placed) }
        return pass.unknown.map { $0.isEmpty ? .masks : $0 == .all ? .none : .partial }
    }

    private init(_ signs: ConstraintSigns, unknown: [Unknown]) {
        (self.signs, self.unknown) = (signs, unknown)
    }

    @inline(__always)
    private mutating func look(
        at index: Int,
        _ before: borrowing ViewTree,
        _ after: borrowing ViewTree,
        _ placed: Set<Int>
    ) {
        let superview = Int(after.superviewIndexes[index])
        guard superview >= 0 else { return }
        let doubt = unknown[superview].intersection([.width, .height])
        let (old, new) = (before.plainBounds(of: superview).size, after.plainBounds(of: superview).size)
        guard old != new || !doubt.isEmpty, !placed.contains(index) else { return }
        if signs.arePlacing(index) {
            unknown[index] = .all
        } else if !doubt.isEmpty, after.flagSets[superview].contains(.autoresizesSubviews) {
            let mask = after.masks[index]
            if doubt.contains(.width) { unknown[index].formUnion(Self.parts(mask.horizontal, .x, .width)) }
            if doubt.contains(.height) { unknown[index].formUnion(Self.parts(mask.vertical, .y, .height)) }
        }
    }

    /// What depends on the superview's length on an axis.
    private static func parts(_ flexible: AxisFlexibility, _ position: Unknown, _ length: Unknown) -> Unknown {
        var parts: Unknown = []
        if flexible.contains(.nearMargin) { parts.insert(position) }
        if flexible.contains(.length) { parts.insert(length) }
        return parts
    }
}
