import ViewHierarchy

/// Turns the parts of a description into a view.
struct ItemMapper {
    private let text: ByteText
    /// The view, as far as it is known.
    private(set) var view: ViewDescription
    /// Whether the description gave a frame.
    private(set) var hasFrame = false
    /// Names whose values could not be understood; they are kept as attributes.
    private(set) var unreadable: [String] = []
    /// Whether the text was cut to 25 characters by UIKit.
    private(set) var hasCutText = false

    /// Maps a description, with what stands around it on its line.
    init(_ text: ByteText, _ item: DescriptionItem, prefix: ItemPrefix, trailer: ItemTrailer) {
        self.text = text
        view = ViewDescription(className: Self.joined(text, item.className, by: ""), frame: .zero)
        view.address = item.address.map { text.string($0) }
        view.controller = prefix.controller
        if let attribute = prefix.attribute { keep(attribute.name, attribute.value) }
        for attribute in item.attributes { take(attribute) }
        if let tag = trailer.tag, view.tag == 0 { view.tag = tag }
        if !hasFrame, let numbers = trailer.frame { take(frame: numbers) }
        for attribute in trailer.attributes { keep(attribute.name, attribute.value) }
    }

    /// Adds a bare layer.
    mutating func keep(_ name: String, _ value: String) {
        view.attributes.append(ViewDescription.Attribute(name, value))
    }

    private mutating func take(_ attribute: DescriptionItem.Attribute) {
        let name = Self.joined(text, attribute.name, by: "")
        if name == "text" {
            let shown = TextEscapes.decoded(text.string(attribute.value))
            hasCutText = shown.hasSuffix("...")
            view.text = shown
            return
        }
        guard attribute.isWhole else {
            // Half a value says nothing for sure: `autoresize = W` may have been W+H.
            keep(
                "unfinished",
                text.string(attribute.name.lowerBound..<max(attribute.name.upperBound, attribute.value.upperBound))
            )
            return
        }
        if takeGeometry(name, attribute.value) || takeProperty(name, attribute.value) { return }
        if Self.known.contains(name) { unreadable.append(name) }
        keep(name.isEmpty ? "description" : name, Self.joined(text, attribute.value, by: " "))
    }

    private static let known: Set<String> = [
        "frame", "bounds", "center", "anchorPoint", "transform", "contentOffset", "contentSize", "alpha", "tag",
        "hidden", "opaque", "clipsToBounds", "userInteractionEnabled", "autoresizesSubviews", "multipleTouchEnabled",
        "exclusiveTouch", "autoresize",
    ]

    private mutating func takeGeometry(_ name: String, _ value: Range<Int>) -> Bool {
        switch name {
        case "frame": return take(frame: NumberList.parse(text, value, count: 4))
        case "bounds":
            guard let n = NumberList.parse(text, value, count: 4) else { return false }
            view.bounds = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
        case "center":
            guard let n = NumberList.parse(text, value, count: 2) else { return false }
            view.center = Point(x: n[0], y: n[1])
        case "anchorPoint":
            guard let n = NumberList.parse(text, value, count: 2) else { return false }
            view.anchorPoint = Point(x: n[0], y: n[1])
        case "transform":
            guard let n = NumberList.parse(text, value, count: 6) else { return false }
            view.transform = Transform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
        case "contentOffset":
            guard let n = pair(value) else { return false }
            view.contentOffset = Point(x: n[0], y: n[1])
        case "contentSize":
            guard let n = pair(value) else { return false }
            view.contentSize = Size(width: n[0], height: n[1])
        default: return false
        }
        return true
    }

    @discardableResult
    private mutating func take(frame numbers: [Double]?) -> Bool {
        guard let n = numbers, n.count == 4 else { return false }
        view.frame = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
        hasFrame = true
        return true
    }

    /// `{0, -64}`, whatever follows; what follows is kept too.
    private mutating func pair(_ value: Range<Int>) -> [Double]? {
        guard let close = text.firstIndex(of: "}", in: value) else { return nil }
        let rest = text.trimmed(close &+ 1..<value.upperBound)
        if !rest.isEmpty { keep("suffix", text.string(rest)) }
        return NumberList.parse(text, value.lowerBound..<close &+ 1, count: 2)
    }

    private mutating func takeProperty(_ name: String, _ value: Range<Int>) -> Bool {
        switch name {
        case "alpha":
            guard let number = Double(text.string(value)) else { return false }
            view.alpha = number
        case "tag":
            guard let number = Int(text.string(value)) else { return false }
            view.tag = number
        case "autoresize":
            guard let mask = mask(value) else { return false }
            view.autoresizingMask = mask
        case "hidden": return take(value, into: \.isHidden)
        case "opaque": return take(value, into: \.isOpaque)
        case "clipsToBounds": return take(value, into: \.clipsToBounds)
        case "userInteractionEnabled": return take(value, into: \.isUserInteractionEnabled)
        case "autoresizesSubviews": return take(value, into: \.autoresizesSubviews)
        case "multipleTouchEnabled": return take(value, into: \.isMultipleTouchEnabled)
        case "exclusiveTouch": return take(value, into: \.isExclusiveTouch)
        default: return false
        }
        return true
    }

    private mutating func take(_ value: Range<Int>, into property: WritableKeyPath<ViewDescription, Bool>) -> Bool {
        switch text.string(value) {
        case "YES", "true", "1": view[keyPath: property] = true
        case "NO", "false", "0": view[keyPath: property] = false
        default: return false
        }
        return true
    }

    /// `LM+W+RM+TM+H+BM`, any of them.
    private func mask(_ value: Range<Int>) -> AutoresizingMask? {
        var mask: AutoresizingMask = []
        for token in text.string(value).split(separator: "+") {
            guard let entry = AutoresizingMask.names.first(where: { $0.token == token }) else { return nil }
            mask.insert(entry.flag)
        }
        return mask.isEmpty ? nil : mask
    }

    /// The text of a range in which line ends, with the white space around them, are replaced.
    private static func joined(_ text: ByteText, _ range: Range<Int>, by separator: String) -> String {
        guard range.contains(where: { text[$0] == 0x0A || text[$0] == 0x0D }) else { return text.string(range) }
        return text.string(range).split(whereSeparator: \.isNewline)
            .map { piece in
                let bytes = ByteText(Array(piece.utf8))
                return bytes.string(bytes.trimmed(0..<bytes.count))
            }
            .joined(separator: separator)
    }
}

/// What stands before a description on its line.
struct ItemPrefix: Sendable {
    /// Whether the description is wrapped in `Optional(…)`.
    var isOptional = false
    /// The class of a view controller that the prefix names.
    var controller: String?
    /// The rest, by name: `ivar` for instance variables, `prefix` for words.
    var attribute: (name: String, value: String)?

    /// Reads what stands before the `<`.
    init(_ text: ByteText, _ range: Range<Int>) {
        var rest = text.trimmed(range)
        if text.has("Optional(", endingAt: rest) {
            isOptional = true
            rest = text.trimmed(rest.lowerBound..<rest.upperBound &- 9)
        }
        guard !rest.isEmpty, !Self.isDebugger(text, rest) else { return }
        let words = text.string(rest)
        if let name = Self.objectName(in: words), name.hasSuffix("Controller") || words.hasSuffix("'") {
            controller = name
        } else if Self.areVariables(text, rest) {
            attribute = ("ivar", words)
        } else {
            attribute = ("prefix", words)
        }
    }

    /// `(id) $1 = 0x0600a1b0`, `$2 = 0x0600a2c0`, `(lldb) po view`.
    private static func isDebugger(_ text: ByteText, _ range: Range<Int>) -> Bool {
        text[range.lowerBound] == UInt8(ascii: "$") || text[range.lowerBound] == UInt8(ascii: "(")
            || text.has("po ", at: range.lowerBound, before: range.upperBound)
    }

    /// `KitchenController` in `0x06f0a100 'KitchenController:0x6f0a20'` or `KitchenController:0x6f0a20`.
    private static func objectName(in words: String) -> String? {
        guard let last = words.split(separator: " ").last else { return nil }
        let parts = last.filter { $0 != "'" }.split(separator: ":")
        guard parts.count == 2, let name = parts.first, parts[1].hasPrefix("0x") else { return nil }
        return String(name)
    }

    /// `_iconView` or `_start, _button`.
    private static func areVariables(_ text: ByteText, _ range: Range<Int>) -> Bool {
        guard text[range.lowerBound].startsName else { return false }
        return range.allSatisfy { index in
            text[index].continuesName
                || (text[index] == UInt8(ascii: ",") && text[index &+ 1] == 0x20)
                || (text[index] == 0x20 && text[index &- 1] == UInt8(ascii: ","))
        }
    }
}

/// What stands after a description on its line.
struct ItemTrailer: Sendable {
    /// A frame that a `description` of an app's own gives.
    var frame: [Double]?
    /// A tag from the same place.
    var tag: Int?
    /// The rest, by name.
    var attributes: [(name: String, value: String)] = []

    /// Reads the end of a line.
    init(_ text: ByteText, _ range: Range<Int>, isOptional: Bool) {
        var rest = text.trimmed(range)
        while let last = rest.last, Self.closesWrapper(text[last], isOptional: isOptional) {
            rest = text.trimmed(rest.lowerBound..<last)
        }
        guard !rest.isEmpty else { return }
        let end = rest.upperBound
        if text.has("- ", at: rest.lowerBound, before: end) {
            // iOS 9 and earlier name the image of an image view so.
            attributes.append(("image", text.string(text.trimmed(rest.lowerBound &+ 2..<end))))
        } else if text.has("->", at: rest.lowerBound, before: end) {
            attributes.append(("image", text.string(text.trimmed(rest.lowerBound &+ 2..<end))))
        } else if text.has("collection view layout:", at: rest.lowerBound, before: end) {
            let value = text.trimmed(rest.lowerBound &+ 23..<end)
            attributes.append(("collection view layout", text.string(value)))
        } else {
            readFrame(text, rest)
            attributes.append(("suffix", text.string(rest)))
        }
    }

    /// `Frame: (0.000000, 48.000000, 390.000000, 700.000000)\ttag:0`
    private mutating func readFrame(_ text: ByteText, _ rest: Range<Int>) {
        guard text.has("Frame: (", at: rest.lowerBound, before: rest.upperBound),
            let close = text.firstIndex(of: ")", in: rest)
        else { return }
        frame = NumberList.parse(text, rest.lowerBound &+ 7..<close &+ 1, count: 4)
        guard let mark = text.firstIndex(of: "tag:", in: close..<rest.upperBound) else { return }
        tag = Int(text.string(text.trimmed(mark &+ 4..<rest.upperBound)))
    }

    private static func closesWrapper(_ byte: UInt8, isOptional: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "]"): true
        case UInt8(ascii: ")"): isOptional
        default: false
        }
    }
}
