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
