import Diagnostics
import ViewHierarchy

/// A drawing of a system symbol (SF Symbols) in a square of 24 units, drawn for this project.
///
/// Paths use absolute coordinates and the commands M, L, C and Z only, so that scaling them is scaling their numbers.
public struct Symbol: Sendable, Hashable {
    /// How a part is painted.
    public enum Look: Sendable, Hashable {
        /// A line 2 units wide, in the tint.
        case stroke
        /// An area in the tint.
        case fill
        /// A line that is left out of the area under it.
        case knockout
    }

    /// One outline.
    public struct Part: Sendable, Hashable {
        /// In SVG's syntax.
        public var path: String
        /// How it is painted.
        public var look: Look
    }

    /// Back to front.
    public var parts: [Part]

    /// The drawing of the symbol with that name, with what its modifiers (`.fill`, `.circle`, `.square`) add; nil for
    /// marks that are not among those drawn.
    public static func named(_ name: String) -> Symbol? {
        if let own = marks[name] { return Symbol(own) }
        var words = name.split(separator: ".").map(String.init)
        let isFilled = words.last == "fill"
        if isFilled { words.removeLast() }
        if let mark = marks[words.joined(separator: ".")] { return isFilled ? Symbol(mark).filled : Symbol(mark) }
        if let frame = words.last, frame == "circle" || frame == "square", words.count > 1 {
            guard let mark = marks[words.dropLast().joined(separator: ".")] else { return nil }
            return Symbol(mark).framed(by: frame == "circle" ? circle(12, 12, 10) : box(3, 3, 21, 21, 4), isFilled)
        }
        let isStruck = words.contains("slash")
        // A badge or a slash changes a corner of what is otherwise the same.
        while words.count > 1 {
            words.removeLast()
            if let mark = marks[words.joined(separator: ".")] {
                var symbol = isFilled ? Symbol(mark).filled : Symbol(mark)
                if isStruck { symbol.parts.append(Part(path: "M3 3L21 21", look: .stroke)) }
                return symbol
            }
        }
        return nil
    }

    /// The corner of a row that leads further.
    static let chevronForward = Symbol(marks["chevron.right"] ?? [])
    static let checkmark = Symbol(marks["checkmark"] ?? [])
    static let magnifyingGlass = Symbol(marks["magnifyingglass"] ?? [])
    static let photo = Symbol(marks["photo"] ?? [])

    private init(_ marks: [String]) { parts = marks.compactMap(Part.init) }

    /// The first closed line becomes an area, and what lies on it is left out of it.
    private var filled: Symbol {
        guard let area = parts.first(where: { $0.path.hasSuffix("Z") }), let box = Self.box(of: area.path) else {
            return self
        }
        var symbol = self
        symbol.parts = parts.map { part in
            if part == area { return Part(path: part.path, look: .fill) }
            guard let inner = Self.box(of: part.path), box.inset(by: 1).contains(inner) else { return part }
            return Part(path: part.path, look: .knockout)
        }
        return symbol
    }

    /// The numbers of a path as points, and what they span.
    private static func box(of path: String) -> Rect? {
        let numbers = path.split { !($0.isNumber || $0 == "." || $0 == "-") }.compactMap { Double($0) }
        let xs = stride(from: 0, to: numbers.count - 1, by: 2).map { numbers[$0] }
        let ys = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// A mark of about half the size in a ring or a box.
    private func framed(by frame: String, _ isFilled: Bool) -> Symbol {
        var symbol = self
        symbol.parts = parts.map { part in
            let path = Self.scaled(part.path, 0.56)
            return Part(path: path, look: isFilled ? .knockout : part.look)
        }
        symbol.parts.insert(Part(path: frame, look: isFilled ? .fill : .stroke), at: 0)
        return symbol
    }

    /// Every number moved towards the middle.
    private static func scaled(_ path: String, _ factor: Double) -> String {
        var out = ""
        var number = ""
        func flushed() -> String {
            guard let value = Double(number) else { return number }
            return NumberText.short(12 + (value - 12) * factor)
        }
        for character in path {
            if character.isNumber || character == "." || character == "-" {
                number.append(character)
            } else {
                out += number.isEmpty ? "" : flushed()
                number = ""
                out.append(character)
            }
        }
        return out + (number.isEmpty ? "" : flushed())
    }

    /// A circle of four curves.
    static func circle(_ x: Double, _ y: Double, _ r: Double) -> String {
        let k = r * 0.5523
        func n(_ value: Double) -> String { NumberText.short(value) }
        func curve(_ values: Double...) -> String { "C" + values.map(n).joined(separator: " ") }
        return "M\(n(x + r)) \(n(y))" + curve(x + r, y + k, x + k, y + r, x, y + r)
            + curve(x - k, y + r, x - r, y + k, x - r, y) + curve(x - r, y - k, x - k, y - r, x, y - r)
            + curve(x + k, y - r, x + r, y - k, x + r, y) + "Z"
    }

    /// A rectangle with round corners between two corners.
    fileprivate static func box(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ r: Double) -> String {
        let k = r * 0.4477
        func p(_ x: Double, _ y: Double) -> String { "\(NumberText.short(x)) \(NumberText.short(y))" }
        return "M\(p(x1 + r, y1))L\(p(x2 - r, y1))C\(p(x2 - k, y1)) \(p(x2, y1 + k)) \(p(x2, y1 + r))L\(p(x2, y2 - r))"
            + "C\(p(x2, y2 - k)) \(p(x2 - k, y2)) \(p(x2 - r, y2))L\(p(x1 + r, y2))"
            + "C\(p(x1 + k, y2)) \(p(x1, y2 - k)) \(p(x1, y2 - r))L\(p(x1, y1 + r))C\(p(x1, y1 + k)) \(p(x1 + k, y1)) \(p(x1 + r, y1))Z"
    }
}

extension Symbol.Part {
    fileprivate init?(_ mark: String) {
        guard let kind = mark.first else { return nil }
        let rest = mark.dropFirst(2)
        let numbers = rest.split(separator: " ").compactMap { Double($0) }
        switch kind {
        case "s": self.init(path: String(rest), look: .stroke)
        case "f": self.init(path: String(rest), look: .fill)
        case "o" where numbers.count == 3:
            self.init(path: Symbol.circle(numbers[0], numbers[1], numbers[2]), look: .stroke)
        case "d" where numbers.count == 3:
            self.init(path: Symbol.circle(numbers[0], numbers[1], numbers[2]), look: .fill)
        case "b" where numbers.count == 5:
            self.init(path: Symbol.box(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]), look: .stroke)
        default: return nil
        }
    }
}
