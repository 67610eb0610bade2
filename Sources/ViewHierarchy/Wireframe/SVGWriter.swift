/// Writes SVG elements into bytes; whatever text comes in, what goes out is well-formed XML 1.0.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []

    /// Markup written by the program itself.
    mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// An attribute with a number, rounded to thousandths.
    mutating func attribute(_ name: String, _ value: Double) {
        open(name)
        NumberText.appendShort(value, to: &bytes)
        raw("\"")
    }

    /// An attribute with numbers, with spaces between them.
    mutating func attribute(_ name: String, _ values: [Double]) {
        open(name)
        for (position, value) in values.enumerated() {
            if position > 0 { raw(" ") }
            NumberText.appendShort(value, to: &bytes)
        }
        raw("\"")
    }

    /// An attribute with any text.
    mutating func attribute(_ name: String, _ value: String) {
        open(name)
        text(value)
        raw("\"")
    }

    private mutating func open(_ name: String) {
        raw(" ")
        raw(name)
        raw("=\"")
    }

    /// The four attributes that place a `rect`.
    mutating func attributes(_ rect: Rect) {
        attribute("x", rect.origin.x)
        attribute("y", rect.origin.y)
        attribute("width", rect.size.width)
        attribute("height", rect.size.height)
    }

    /// The attribute `transform` as a matrix.
    mutating func attribute(_ transform: Transform) {
        open("transform")
        raw("matrix(")
        for entry in [transform.a, transform.b, transform.c, transform.d] {
            NumberText.appendFine(entry, to: &bytes)
            raw(" ")
        }
        NumberText.appendShort(transform.tx, to: &bytes)
        raw(" ")
        NumberText.appendShort(transform.ty, to: &bytes)
        raw(")\"")
    }

    /// Character data. Characters that XML 1.0 forbids (section 2.2) are left out; line breaks and tabs become spaces.
    mutating func text(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "\""): raw("&quot;")
            case UInt8(ascii: "'"): raw("&#39;")
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes.append(UInt8(ascii: " "))
            case 0..<0x20: continue
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            case 0xbe where bytes.suffix(2) == [0xef, 0xbf], 0xbf where bytes.suffix(2) == [0xef, 0xbf]:
                bytes.removeLast(2)
            default: bytes.append(byte)
            }
        }
    }
}
