import JSON
import PastedText
import ViewHierarchy

/// Turns the parts of a description into a view.
struct ItemMapper {
    private let text: ByteText
    /// The view, as far as it is known.
    private(set) var view: ViewDescription
    /// Whether the description gave a frame.
    private(set) var hasFrame = false
    /// Where an element of accessibility is on the screen, which EarlGrey writes of every one.
    private(set) var screenFrame: Rect?
    /// Names whose values could not be understood; they are kept as attributes.
    private(set) var unreadable: [String] = []
    /// Whether the text was cut to 25 characters by UIKit.
    private(set) var hasCutText = false

    /// Maps a description, with what stands around it on its line.
    init(
        _ text: ByteText,
        _ item: DescriptionItem,
        names: inout DescribedNames,
        prefix: ItemPrefix,
        trailer: ItemTrailer
    ) {
        self.text = text
        view = ViewDescription(className: names.name(item.className, in: text).text, frame: .zero)
        view.said = .identity
        view.address = item.address.map { text.string($0) }
        view.controller = prefix.controller
        if prefix.controller != nil { view.said.insert(.controller) }
        if let attribute = prefix.attribute { keep(attribute.name, attribute.value) }
        for attribute in item.attributes {
            let name = names.name(attribute.name, in: text)
            if !item.isEarlGrey || !takeEarlGrey(attribute, name.text) { take(attribute, name) }
        }
        if let tag = trailer.tag, view.tag == 0 {
            view.tag = tag
            if let property = ViewProperty.named("tag") { view.said.insert(property) }
        }
        let isPrintedByUIKit = hasFrame
        if !hasFrame, let numbers = trailer.frame { take(frame: numbers) }
        if trailer.isHidden { view.say("hidden", .bool(true)) }
        for attribute in trailer.attributes { keep(attribute.name, attribute.value) }
        // UIKit leaves out what is usual, so a whole description of its own says something of all that it prints.
        let isWhole = item.isClosed && item.droppedAttributes == 0 && item.attributes.allSatisfy(\.isWhole)
        if item.isEarlGrey {
            if isWhole { sayEarlGreyRest() }
        } else if isPrintedByUIKit, isWhole {
            view.said.formUnion(Self.printedByUIKit)
        }
        view.assumeUsual()
    }

    /// Adds a bare layer.
    mutating func keep(_ name: String, _ value: String) {
        view.attributes.append(ViewDescription.Attribute(name, value))
    }

    private mutating func take(_ attribute: DescriptionItem.Attribute, _ name: DescribedNames.Name) {
        if name.isText {
            let shown = TextEscapes.decoded(text.string(attribute.value))
            // EarlGrey and React Native write whole texts.
            hasCutText = shown.hasSuffix("...") && text.has(" = '", endingAt: 0..<attribute.value.lowerBound)
            view.text = shown
            if let property = name.property { view.said.insert(property) }
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
        if let property = name.property {
            if let value = value(property.kind, at: attribute.value) {
                property.set(value, in: &view)
                view.said.insert(property)
                hasFrame = hasFrame || property == .frame
                return
            }
            unreadable.append(name.text)
        }
        keep(name.text.isEmpty ? "description" : name.text, Self.joined(text, attribute.value, by: " "))
    }

    // MARK: EarlGrey

    /// The properties that EarlGrey leaves out where they are as usual, or not there.
    private static let leftOutByEarlGrey = (
        texts: PropertySet(["identifier", "label", "value"].compactMap { ViewProperty.named($0) }),
        flags: PropertySet(["hidden", "opaque", "userInteractionEnabled"].compactMap { ViewProperty.named($0) })
    )

    /// Takes a field under the name that it has here; false for one that has the same name.
    private mutating func takeEarlGrey(_ attribute: DescriptionItem.Attribute, _ name: String) -> Bool {
        guard attribute.isWhole else { return false }
        let value = text.string(attribute.value)
        let flag = value == "Y" ? "true" : value == "N" ? "false" : value
        switch name {
        case "AX.id": view.say("identifier", .text(value))
        case "AX.label": view.say("label", .text(value))
        case "AX.value": view.say("value", .text(value))
        case "AX", "isAccessible": keep("accessible", flag)
        case "AX.focused": keep("focused", flag)
        case "AX.hint": keep("hint", value)
        case "AX.traits":
            keep("traits", value)
            view.keepStates(of: value)
        case "AX.frame":
            keep(name, value)
            screenFrame = NumberList.read(text, attribute.value, count: 4)
                .map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
        case "UIE" where value == "N": view.say("userInteractionEnabled", .bool(false))
        case "opaque", "hidden":
            guard value.isEmpty else { return false }
            view.say(name, .bool(true))
        case "disabled" where value.isEmpty:
            if !view.attributes.contains(where: { $0.name == "enabled" }) { keep("enabled", "false") }
        default: return false
        }
        return true
    }

    /// Says what EarlGrey says by leaving it out: no text of accessibility, and of a view that it is not opaque.
    private mutating func sayEarlGreyRest() {
        if hasFrame, let opaque = ViewProperty.named("opaque"), !view.said.contains(opaque) { view.isOpaque = false }
        view.said.formUnion(Self.leftOutByEarlGrey.texts)
        if hasFrame { view.said.formUnion(Self.leftOutByEarlGrey.flags) }
    }

    /// The properties whose values can be read, by the names that UIKit prints. The class, the address and the text have
    /// places of their own; other texts and the content mode are not printed.
    static let printed: [String: ViewProperty] = Dictionary(
        ViewProperty.all.filter { $0.kind != .text && $0.kind != .contentMode }
            .map { ($0.kind == .mask ? "autoresize" : $0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The properties of which UIKit's own description says something by leaving them out.
    private static let printedByUIKit: PropertySet = {
        // Older systems do not print where a scroll view is, and none how many fingers count.
        let others: Set = ["contentOffset", "contentSize", "multipleTouchEnabled", "exclusiveTouch"]
        let always = printed.values.filter { !others.contains($0.name) }
        return PropertySet(always + [ViewProperty.named("text")].compactMap { $0 })
    }()

    private mutating func value(_ kind: ViewPropertyValue.Kind, at range: Range<Int>) -> ViewPropertyValue? {
        switch kind {
        case .bool: DocumentValues.bool(text.string(range)).map { .bool($0) }
        case .integer: Int(text.string(range)).map { .integer($0) }
        case .number: Double(text.string(range)).map { .number($0) }
        case .mask: mask(range).map { .mask($0) }
        case .rect:
            NumberList.read(text, range, count: 4).map { .rect(Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])) }
        case .point, .size, .transform:
            numbers(range, count: kind.components.count).flatMap { ViewPropertyValue(kind, numbers: $0) }
        case .text, .contentMode: nil
        }
    }

    private mutating func take(frame numbers: [Double]) {
        guard let frame = ViewPropertyValue(.rect, numbers: numbers) else { return }
        ViewProperty.frame.set(frame, in: &view)
        hasFrame = true
    }

    /// So many numbers; of a pair also `{0, -64}` with anything behind it, which is kept too.
    private mutating func numbers(_ range: Range<Int>, count: Int) -> [Double]? {
        if let numbers = NumberList.parse(text, range, count: count) { return numbers }
        guard count == 2, let close = text.firstIndex(of: "}", in: range) else { return nil }
        let rest = text.trimmed(close &+ 1..<range.upperBound)
        if !rest.isEmpty { keep("suffix", text.string(rest)) }
        return NumberList.parse(text, range.lowerBound..<close &+ 1, count: 2)
    }

    /// `LM+W+RM+TM+H+BM`, any of them.
    private func mask(_ value: Range<Int>) -> AutoresizingMask? {
        var mask: AutoresizingMask = []
        var start = value.lowerBound
        while start < value.upperBound {
            var end = start
            while end < value.upperBound, text[end] != UInt8(ascii: "+") { end &+= 1 }
            if end > start {
                guard let flag = flag(start..<end) else { return nil }
                mask.insert(flag)
            }
            start = end &+ 1
        }
        return mask.isEmpty ? nil : mask
    }

    private func flag(_ token: Range<Int>) -> AutoresizingMask? {
        text.withBytes(token) { bytes in
            AutoresizingMask.names.first { $0.token.utf8.count == bytes.count && $0.token.utf8.elementsEqual(bytes) }?
                .flag
        }
    }

    /// The text of a range in which line ends, with the white space around them, are replaced.
    static func joined(_ text: ByteText, _ range: Range<Int>, by separator: String) -> String {
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
    /// Whether a loop of the app's own says there that the view is hidden.
    var isHidden = false
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
            if !readFrame(text, rest) { attributes.append(("suffix", text.string(rest))) }
        }
    }

    /// `Frame: (0.000000, 48.000000, 390.000000, 700.000000)\ttag:0`, `frame={{0, 48}, {390, 700}}`, `hidden: true frame: (…)`.
    ///
    /// - Returns: Whether nothing else stands there.
    private mutating func readFrame(_ text: ByteText, _ rest: Range<Int>) -> Bool {
        let signs: [StaticString] = ["hidden: true", "hidden: YES", "hidden=1", "hidden = YES"]
        isHidden = signs.contains { text.firstIndex(of: $0, in: rest) != nil }
        let marks: [StaticString] = ["rame: (", "rame={", "rame = {", "rame: {", "rame = (", "rame=("]
        let found = marks.lazy.compactMap { mark in
            text.firstIndex(of: mark, in: rest).map { (name: $0, value: $0 &+ mark.utf8CodeUnitCount &- 1) }
        }.first
        guard let found, case let isRound = text[found.value] == UInt8(ascii: "("),
            let close = text.firstIndex(of: isRound ? ")" : "}}", in: found.value..<rest.upperBound)
        else { return false }
        let end = close &+ (isRound ? 1 : 2)
        frame = NumberList.parse(text, found.value..<end, count: 4)
        if let mark = text.firstIndex(of: "tag:", in: end..<rest.upperBound) {
            tag = Int(text.string(text.trimmed(mark &+ 4..<rest.upperBound)))
        }
        let isAlone =
            end == rest.upperBound
            || tag != nil && text[text.skippingSpace(from: end, before: rest.upperBound)] == UInt8(ascii: "t")
        return frame != nil && found.name <= rest.lowerBound &+ 1 && isAlone
    }

    private static func closesWrapper(_ byte: UInt8, isOptional: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "]"): true
        case UInt8(ascii: ")"): isOptional
        default: false
        }
    }
}

/// The names of classes and attributes in a text, which repeat from line to line: each made a text, and looked up, once.
struct DescribedNames {
    /// What a name is and means.
    struct Name {
        /// The name without the line ends that it was broken by.
        var text: String
        /// The property whose values can be read that UIKit prints under this name.
        var property: ViewProperty?
        /// Whether it is `text`, whose value stands in quotation marks.
        var isText: Bool

        init(_ text: String) {
            self.text = text
            isText = text == "text"
            property = isText ? ViewProperty.named(text) : ItemMapper.printed[text]
        }
    }

    /// So many names are kept, of at most so many bytes: what is beyond that does not repeat.
    private static let most = (names: 4_096, bytes: 256)

    private var numbers = ByteNames()
    private var names: [Name] = []

    /// What stands in a range.
    mutating func name(_ range: Range<Int>, in text: ByteText) -> Name {
        guard range.count <= Self.most.bytes, names.count < Self.most.names else {
            return Name(ItemMapper.joined(text, range, by: ""))
        }
        let number = text.withBytes(range) { numbers.number(of: $0) }
        if number == names.count { names.append(Name(ItemMapper.joined(text, range, by: ""))) }
        return names[number]
    }
}
