import Diagnostics
import JSON
import ViewHierarchy

/// A property of an object as Xcode's view debugger writes it: a format, and the value as text in that format.
///
/// Apple does not document the formats. Numbers are hexadecimal floating-point texts (`0x1.4p+4`, C99), several of them an
/// array; whole numbers without sign are hexadecimal without a prefix.
struct XcodeValue {
    /// How long the text of a value may be.
    private static let maximumText = 4_000

    /// The numbers of a value, where it is made of numbers.
    private(set) var numbers: [Double] = []
    /// The value in words, where it is not made of numbers alone.
    private var words: String?
    /// The object that it refers to.
    private(set) var reference: String?
    /// The class of that object.
    private(set) var referenceClass: String?

    /// The value in words; nil where there is nothing to tell. Most numbers are never told in words.
    var text: String? {
        words ?? (numbers.isEmpty ? nil : numbers.map { NumberText.fine($0) }.joined(separator: " "))
    }

    /// The value of a property description; nil where it was not fetched.
    init?(_ description: JSONNode) {
        // 4 is a value, 8 one that an earlier response has.
        if let status = description["fetchStatus"]?.integerValue, status != 4 { return nil }
        guard let value = description["propertyValue"] ?? description["value"], !value.isNull else { return nil }
        self.init(value, format: description["propertyFormat"]?.stringValue ?? "")
    }

    private init?(_ value: JSONNode, format: String) {
        switch value.kind {
        case .array:
            let parts = format.utf8.split(separator: UInt8(ascii: ",")).map { Substring($0).drop { $0 == " " } }
            for index in 0..<min(value.arrayCount, 16) {
                let part = parts.indices.contains(index) ? parts[index] : parts.last ?? ""
                guard let number = value.element(at: index).flatMap({ Self.number($0, format: part) }) else {
                    numbers = []
                    break
                }
                numbers.append(number)
            }
        case .object: read(value)
        default:
            if let number = Self.number(value, format: format[...]) {
                numbers = [number]
                if format == "b" { words = number == 0 ? "NO" : "YES" }
            } else if let string = value.stringValue {
                // Pictures and archives would be long, and nobody reads them.
                guard !["public.data", "public.png", "public.tiff", "image"].contains(format) else { return nil }
                words = String(string.prefix(Self.maximumText))
            } else if let flag = value.boolValue {
                numbers = [flag ? 1 : 0]
                words = flag ? "YES" : "NO"
            }
        }
        if words == nil, numbers.isEmpty, reference == nil { return nil }
    }

    /// Colours, fonts and references.
    private mutating func read(_ value: JSONNode) {
        if let address = value["memoryAddress"]?.stringValue ?? value["objectID"]?.stringValue {
            reference = address
            referenceClass = value["className"]?.stringValue
            words = [referenceClass, address].compactMap { $0 }.joined(separator: " ")
        } else if let parts = value["componentValues"], parts.kind == .array {
            let format = value["componentValuesFormat"]?.stringValue ?? "CGf"
            let components = XcodeValue(parts, format: format)?.numbers ?? []
            let numbers = components.map { NumberText.fine($0) }.joined(separator: " ")
            switch components.count {
            case 4: words = "UIExtendedSRGBColorSpace \(numbers)"
            case 2: words = "UIExtendedGrayColorSpace \(numbers)"
            default: words = value["colorSpaceName"]?.stringValue
            }
        } else if let name = value["fontName"]?.stringValue {
            let size = value["pointSize"].flatMap { Self.number($0, format: "CGf") }
            words = ([name] + (size.map { [NumberText.fine($0)] } ?? [])).joined(separator: " ")
        } else if let name = value["metadata"]?["imageName"]?.stringValue {
            words = name
        }
    }

    /// A number by its format; nil for what is none.
    private static func number(_ value: JSONNode, format: Substring) -> Double? {
        if let number = value.doubleValue { return number }
        guard let text = value.stringValue else { return nil }
        switch format {
        case "uinteger", "ul", "uint64", "ull":
            // Masks that were written with a sign keep their bits.
            if let signed = Int64(text), signed < 0 { return Double(UInt64(bitPattern: signed)) }
            return UInt64(text, radix: 16).map { Double($0) }
        case "CGf", "f", "d", "b", "integer", "i", "l", "ui", "u", "ll": return Double(text)
        case "": return text.contains("0x") && text.contains("p") ? Double(text) : nil
        default: return nil
        }
    }
}
