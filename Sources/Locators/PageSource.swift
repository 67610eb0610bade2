import ViewHierarchy

/// A tree of elements as XML: what Appium hands out as the source of a page.
public struct PageSource: Sendable {
    /// The document, UTF-8.
    public let xml: [UInt8]
    /// How many characters were left out because XML forbids them.
    public let removed: Int

    /// Elements below this depth are not indented further, so that the text stays linear in the tree.
    private static let maximumIndent = 50

    /// Writes the elements.
    ///
    /// - Parameters:
    ///   - root: The element to begin with.
    ///   - isWrapped: Whether an element `AppiumAUT` is put around, as Appium does.
    ///   - excluded: The names of attributes that are left out.
    public init(_ tree: ElementTree, root: Int = 0, isWrapped: Bool = false, excluding excluded: Set<String> = []) {
        var text = XMLText()
        text.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        if isWrapped { text.raw("<AppiumAUT>\n") }
        // The places of open elements, whose end tags are still to come.
        var open: [Int] = []
        let range = tree.subtree(of: root)
        for element in range {
            while let last = open.last, tree.subtree(of: last).upperBound <= element {
                open.removeLast()
                text.close(tree.tag(of: last), depth: min(open.count, Self.maximumIndent))
            }
            text.indent(min(open.count, Self.maximumIndent))
            text.raw("<")
            text.raw(tree.tag(of: element))
            for attribute in tree.attributes(of: element) where !excluded.contains(attribute.name) {
                text.raw(" ")
                text.raw(attribute.name)
                text.raw("=\"")
                text.value(attribute.value)
                text.raw("\"")
            }
            if tree.subtree(of: element).count > 1 {
                text.raw(">\n")
                open.append(element)
            } else {
                text.raw("/>\n")
            }
        }
        while let last = open.popLast() { text.close(tree.tag(of: last), depth: min(open.count, Self.maximumIndent)) }
        if isWrapped { text.raw("</AppiumAUT>\n") }
        xml = text.bytes
        removed = text.removed
    }
}

/// Text of an XML document.
struct XMLText {
    private(set) var bytes: [UInt8] = []
    /// How many characters XML forbids and were left out.
    private(set) var removed = 0

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func indent(_ depth: Int) { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth)) }

    mutating func close(_ tag: String, depth: Int) {
        indent(depth)
        raw("</")
        raw(tag)
        raw(">\n")
    }

    /// The value of an attribute. Line breaks and tabs are written so that a reader does not make spaces of them.
    mutating func value(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            case "\t": raw("&#9;")
            case "\n": raw("&#10;")
            case "\r": raw("&#13;")
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: removed += 1
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether a text can be the name of an attribute or an element, without a prefix (XML 1.0, production 5).
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isNameStart(first) else { return false }
        return text.unicodeScalars.allSatisfy(isNamePart)
    }

    /// A name with `_` in place of each character that the names of XML elements cannot have.
    static func name(_ text: String) -> String {
        guard !isName(text) else { return text }
        var name = ""
        for scalar in text.unicodeScalars {
            let fits = name.isEmpty ? isNameStart(scalar) : isNamePart(scalar)
            name.unicodeScalars.append(fits ? scalar : "_")
        }
        return name.isEmpty ? "_" : name
    }

    static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF,
            0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
            0x10000...0xEFFFF:
            true
        default: false
        }
    }

    static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }
}
