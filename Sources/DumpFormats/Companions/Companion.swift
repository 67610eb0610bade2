import PastedText
public import ViewHierarchy

/// A text beside a dump that says more about its views, joined to them by their addresses.
///
/// One text may hold several reports, as a console does.
public struct Companion: Sendable, Hashable {
    /// The lines of `_printHierarchy`, in their order.
    public internal(set) var controllers: [ControllerLine] = []
    /// The lines of `_autolayoutTrace`, in their order.
    public internal(set) var traces: [TraceLine] = []
    /// The conflicts of constraint logs, in their order.
    public internal(set) var conflicts: [LoggedConflict] = []

    /// What reports the text holds.
    public var kinds: [CompanionKind] {
        CompanionKind.allCases.filter { kind in
            switch kind {
            case .printHierarchy: !controllers.isEmpty
            case .autolayoutTrace: !traces.isEmpty
            case .constraintLog: !conflicts.isEmpty
            case .strings: false
            }
        }
    }

    init() {}
}

/// The reports that can stand beside a dump, by the ids that the API uses.
public enum CompanionKind: String, Sendable, Hashable, CaseIterable {
    /// The text of `-[UIViewController _printHierarchy]`: which controller owns which view.
    case printHierarchy
    /// The text of `-[UIView _autolayoutTrace]`: which views Auto Layout lays out, and which of them it cannot.
    case autolayoutTrace
    /// `Unable to simultaneously satisfy constraints` in a log, with the constraints.
    case constraintLog
    /// A ``ObjectStrings``, which is joined by the ids of an interface's objects.
    case strings

    /// The name for people.
    public var name: String {
        switch self {
        case .printHierarchy: "_printHierarchy"
        case .autolayoutTrace: "_autolayoutTrace"
        case .constraintLog: "constraint log"
        case .strings: "table of texts"
        }
    }
}

/// A view controller as `_printHierarchy` prints it.
public struct ControllerLine: Sendable, Hashable {
    /// The line of the text, counted from 1.
    public var line: Int
    /// The controller itself.
    public var controller: ObjectReference
    /// The class of the controller one level up, and whether it presents this one in place of containing it.
    var parent: (reference: ObjectReference, presents: Bool)?
    /// `appeared`, `appearing`, `disappeared` or `disappearing`, as written; nil where it is not.
    public var state: String?
    /// Its view; nil while that is not loaded.
    public var view: ObjectReference?
    /// Whether the line says that the view is not in the window.
    public var isOutsideWindow = false
    /// The presentation controller, for a presented controller.
    public var presentation: ObjectReference?

    /// Whether both are the same line about the same controller.
    public static func == (a: Self, b: Self) -> Bool { a.line == b.line && a.controller == b.controller }

    /// Hashes the line.
    public func hash(into hasher: inout Hasher) { hasher.combine(line) }
}

/// A view as `_autolayoutTrace` prints it.
public struct TraceLine: Sendable, Hashable {
    /// The line of the text, counted from 1.
    public var line: Int
    /// The view, or a layout guide.
    public var view: ObjectReference
    /// The line without its indentation, cut when it is very long.
    public var text: String
    /// Whether it says `AMBIGUOUS LAYOUT`.
    public var isAmbiguous = false
    /// What is ambiguous, such as `minX` and `Width`; older systems do not say it.
    public var ambiguities: [String] = []
    /// Whether it says `MISSING HOST CONSTRAINTS`.
    public var missesHostConstraints = false
}

/// How much of a companion is read.
public struct CompanionLimits: Sendable, Hashable {
    /// The most bytes of a text; more is an error.
    public var maximumBytes: Int
    /// The most lines that say something about a view; more is an error.
    public var maximumEntries: Int
    /// The most characters that are kept of one line; the rest is cut off.
    public var maximumText: Int
    /// The most objects that one constraint may name; the others are left out.
    public var maximumItems: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumBytes: Int = 8 << 20,
        maximumEntries: Int = 100_000,
        maximumText: Int = 1_000,
        maximumItems: Int = 8
    ) {
        self.maximumBytes = maximumBytes
        self.maximumEntries = maximumEntries
        self.maximumText = maximumText
        self.maximumItems = maximumItems
    }

    /// 8 MiB and 100,000 entries.
    public static let standard = CompanionLimits()
}

extension ObjectReference {
    /// The objects that a part of a text names, `UIView:0x7f…`, `UIView: 0x7f…` or `UIView 0x7f…`, at most so many.
    ///
    /// Takes time in the length of the range only.
    static func all(in text: ByteText, _ range: Range<Int>, limit: Int) -> [ObjectReference] {
        var found: [ObjectReference] = []
        var lower = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound, found.count < limit {
            guard text.has("0x", at: index, before: range.upperBound), !text[index &- 1].continuesName else {
                index &+= 1
                continue
            }
            var end = index &+ 2
            var address: UInt64 = 0
            var digits = 0
            while end < range.upperBound, let digit = text[end].hexValue {
                address = address << 4 | UInt64(digit)
                digits &+= 1
                end &+= 1
            }
            if (1...16).contains(digits) {
                let name = classNameEnding(before: index, after: lower, in: text)
                found.append(ObjectReference(className: text.string(name), address: address))
            }
            lower = end
            index = end
        }
        return found
    }

    /// The class name in front of an address, with the arguments of a generic one.
    private static func classNameEnding(before index: Int, after lower: Int, in text: ByteText) -> Range<Int> {
        var end = index
        while end > lower, text[end &- 1] == 0x20 || text[end &- 1] == UInt8(ascii: ":") { end &-= 1 }
        var start = end
        var depth = 0
        while start > lower {
            let byte = text[start &- 1]
            if byte == UInt8(ascii: ">") {
                depth &+= 1
            } else if byte == UInt8(ascii: "<") {
                guard depth > 0 else { break }
                depth &-= 1
            } else if depth == 0, !byte.continuesName, byte != UInt8(ascii: ".") {
                break
            }
            start &-= 1
        }
        // An angle bracket that was never opened belongs to something else.
        return depth == 0 ? start..<end : end..<end
    }
}
