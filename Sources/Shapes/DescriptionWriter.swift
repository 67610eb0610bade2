import PastedText
public import ViewHierarchy

/// Writes trees as UIKit's `-[UIView recursiveDescription]` prints them, so that they read back as the same tree as far as
/// the format can say what they hold.
///
/// Characters that would end a text, which UIKit prints raw, are written as `\uXXXX`, as debuggers do and the reader undoes.
public struct DescriptionWriter {
    /// What the format has no place for, with the number of views that have it, by name.
    public private(set) var lost: [(name: String, views: Int)] = []
    private var bytes: [UInt8] = []

    /// The text of a tree, and what of it the text does not hold.
    public static func write(_ tree: ViewTree) -> DescriptionWriter {
        var writer = DescriptionWriter()
        writer.bytes.reserveCapacity(160 &* tree.count)
        for index in tree.indices {
            guard let view = tree.description(of: index) else { continue }
            writer.write(view, depth: tree.depth(of: index))
        }
        return writer
    }

    /// The text, in UTF-8, a line for each view.
    public var text: [UInt8] { bytes }

    /// What UIKit prints, in its order; the rest of the properties have no place.
    private static let printed = [
        "bounds", "anchorPoint", "transform", "text", "clipsToBounds", "alpha", "hidden", "opaque", "autoresizingMask",
        "autoresizesSubviews", "userInteractionEnabled", "tag",
    ].compactMap(ViewProperty.named)
    /// What scroll views print behind all that.
    private static let scrolled = ["contentOffset", "contentSize"].compactMap(ViewProperty.named)
    /// What needs no place: it is written always, or follows from the others.
    private static let implied: Set = ["class", "address", "frame", "center"]
    private static let others = ViewProperty.all.filter {
        !implied.contains($0.name) && !printed.contains($0) && !scrolled.contains($0)
    }

    private mutating func write(_ view: ViewDescription, depth: Int) {
        for _ in 0..<depth { append("   | ") }
        append("<\(Self.name(view.className))")
        if let address = view.address { append(": \(Self.name(address))") }
        if view.said.contains(.frame) { append("; frame = \(Self.rect(view.frame.values))") }
        if let baseClass = view.attributes.first(where: { $0.name == "baseClass" }) { write(baseClass) }
        for property in Self.printed {
            if property == .bounds, view.transform.isIdentity, view.bounds?.origin ?? .zero == .zero { continue }
            write(property, of: view)
        }
        for attribute in view.attributes where attribute.name != "baseClass" { write(attribute) }
        for property in Self.scrolled {
            if let value = property.value(in: view) { append("; \(property.name): \(Self.braces(value.numbers))") }
        }
        append(">\n")
        for property in Self.others where property.value(in: view) != property.usual { lose(property.name) }
    }

    private mutating func write(_ property: ViewProperty, of view: ViewDescription) {
        guard let value = property.value(in: view), value != property.usual else { return }
        let name = property.kind == .mask ? "autoresize" : property.name
        let text: String
        switch value {
        case .bool(let value): text = value ? "YES" : "NO"
        case .integer(let value): text = String(value)
        case .number(let value): text = Self.number(value)
        case .text(let value): text = "'\(Self.escaped(value))'"
        case .mask(let mask):
            text = AutoresizingMask.names.filter { mask.contains($0.flag) }.map(\.token).joined(separator: "+")
        case .rect: text = Self.rect(value.numbers)
        case .point, .size: text = "(\(value.numbers.map(Self.number).joined(separator: ", ")))"
        case .transform: text = "[\(value.numbers.map(Self.number).joined(separator: ", "))]"
        case .contentMode: return lose(name)
        }
        append("; \(name) = \(text)")
    }

    /// An attribute as it was read; one that could not be told from what follows it is left out.
    private mutating func write(_ attribute: ViewDescription.Attribute) {
        guard Self.isName(attribute.name), Self.isWhole(attribute.value) else { return lose(attribute.name) }
        append("; \(attribute.name) = \(attribute.value)")
    }

    private mutating func lose(_ name: String) {
        if let place = lost.firstIndex(where: { $0.name == name }) {
            lost[place].views += 1
        } else if lost.count < 100 {
            lost.append((name, 1))
        }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    // MARK: Values

    /// Names of UIKit's attributes; those of the reader's own, such as `suffix`, stand for what was beside a description.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.startsName,
            !["suffix", "prefix", "ivar", "unfinished"].contains(name),
            ViewProperty.named(name) == nil, name != "autoresize", name != "description"
        else { return false }
        return name.utf8.allSatisfy { $0.continuesName || $0 == UInt8(ascii: ".") } && name.utf8.count <= 100
    }

    /// Whether a value ends where it ends: its brackets are in pairs, and nothing in it separates attributes.
    private static func isWhole(_ value: String) -> Bool {
        var open: [UInt8] = []
        let pairs: [UInt8: UInt8] = [
            UInt8(ascii: ">"): UInt8(ascii: "<"), UInt8(ascii: ")"): UInt8(ascii: "("),
            UInt8(ascii: "]"): UInt8(ascii: "["), UInt8(ascii: "}"): UInt8(ascii: "{"),
        ]
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte)
            case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard open.popLast() == pairs[byte] else { return false }
            case UInt8(ascii: ";"): if open.isEmpty { return false }
            case 0x0A, 0x0D, UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "|"): return false
            default: break
            }
        }
        return open.isEmpty && !value.isEmpty && value.utf8.first != 0x20 && value.utf8.last != 0x20
    }

    /// A class or an address without what ends one.
    private static func name(_ name: String) -> String {
        let cleaned = name.unicodeScalars.map { scalar -> Character in
            let isPart =
                scalar.value < 0x80 ? UInt8(scalar.value).continuesName || ".<>".unicodeScalars.contains(scalar) : true
            return isPart && !scalar.properties.isWhitespace ? Character(scalar) : "_"
        }
        return cleaned.isEmpty ? "UIView" : String(cleaned)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x27, 0x3B, 0x3C, 0x3E, 0x5C, 0x60, 0x7C, 0x7F, 0x85, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func rect(_ numbers: [Double]) -> String {
        guard numbers.count == 4 else { return "(0 0; 0 0)" }
        return "(\(number(numbers[0])) \(number(numbers[1])); \(number(numbers[2])) \(number(numbers[3])))"
    }

    private static func braces(_ numbers: [Double]) -> String {
        "{\(numbers.map(number).joined(separator: ", "))}"
    }

    /// The shortest text that reads back as the number.
    private static func number(_ value: Double) -> String {
        if value == 0 { return value.sign == .minus ? "-0" : "0" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }
}

extension Rect {
    fileprivate var values: [Double] { [origin.x, origin.y, size.width, size.height] }
}
