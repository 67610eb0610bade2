public import HTTPTypes

/// A header field's value followed by parameters, such as `form-data; name="a"` (RFC 9110, section 5.6.6).
package struct ParameterizedValue: Sendable, Hashable {
    /// What stands before the first semicolon, without blanks around it.
    let value: String
    private let parameters: [QueryItem]

    /// The first parameter with this name, which is compared without regard to case.
    subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Reads a value; what is not a parameter is passed over.
    init(_ text: String) {
        var parameters: [QueryItem] = []
        var reader = Reader(text: text.unicodeScalars)
        value = reader.token(upTo: [";"])
        while reader.skip(";") {
            let name = reader.token(upTo: ["=", ";"])
            guard reader.skip("=") else { continue }
            let value = reader.skip("\"") ? reader.quoted() : reader.token(upTo: [";"])
            if !name.isEmpty { parameters.append(QueryItem(name: name.lowercased(), value: value)) }
            _ = reader.token(upTo: [";"])
        }
        self.parameters = parameters
    }

    /// A text without the spaces and tabs around it.
    package static func trimmed(_ text: Substring) -> String {
        let blanks: Set<UInt8> = [0x20, 0x09]
        let bytes = text.utf8.drop { blanks.contains($0) }
        guard let last = bytes.lastIndex(where: { !blanks.contains($0) }) else { return "" }
        return String(Substring(bytes[...last]))
    }

    private struct Reader {
        var text: String.UnicodeScalarView
        var index: String.Index

        init(text: String.UnicodeScalarView) {
            self.text = text
            index = text.startIndex
        }

        mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
            guard index < text.endIndex, text[index] == scalar else { return false }
            index = text.index(after: index)
            return true
        }

        mutating func token(upTo ends: Set<Unicode.Scalar>) -> String {
            let start = index
            while index < text.endIndex, !ends.contains(text[index]) { index = text.index(after: index) }
            return ParameterizedValue.trimmed(Substring(text[start..<index]))
        }

        /// The rest of a quoted string. Browsers send a backslash as it is, so that it escapes nothing but a quote and
        /// another backslash.
        mutating func quoted() -> String {
            var quoted = String.UnicodeScalarView()
            while index < text.endIndex {
                let scalar = text[index]
                index = text.index(after: index)
                if scalar == "\"" { break }
                if scalar == "\\", index < text.endIndex, text[index] == "\"" || text[index] == "\\" {
                    quoted.append(text[index])
                    index = text.index(after: index)
                } else {
                    quoted.append(scalar)
                }
            }
            return String(quoted)
        }
    }
}

extension HTTPFields {
    /// The value of a field, as the subscript gives it. Of one that came once, as nearly all do, no new text is made.
    /// - Returns: nil without such a field; the values of several, joined as the subscript joins them.
    public func value(of name: HTTPField.Name) -> String? {
        var found: String?
        for field in self where field.name == name {
            guard found == nil else { return self[name] }
            found = field.value
        }
        return found
    }
}

/// A header field that lists what a client takes, each with a weight, such as `Accept` (RFC 9110, section 12.4.2).
public struct WeightedList: Sendable, Hashable {
    /// One thing that is taken.
    public struct Item: Sendable, Hashable {
        private let field: ParameterizedValue
        /// How much it is wanted, from 0 (not at all) to 1; 1 without a weight, 0 for what is no weight.
        public let weight: Double

        fileprivate init(_ text: Substring) {
            field = ParameterizedValue(String(text))
            weight = field["q"].map { Double($0) ?? 0 }.map { (0...1).contains($0) ? $0 : 0 } ?? 1
        }

        /// What is taken, as it is written.
        public var value: String { field.value }

        /// The first parameter with this name, which is in lower case.
        public subscript(name: String) -> String? { field[name] }
    }

    /// The most things of one list; the rest is passed over.
    private static let maximumItems = 256

    /// What is listed, in its order.
    public let items: [Item]

    /// Reads a field; things without a name are passed over.
    public init(_ text: String) {
        items = text.split(separator: ",").lazy.map { Item($0) }.filter { !$0.value.isEmpty }
            .prefix(Self.maximumItems).map { $0 }
    }

    /// The last item whose value is one of these, which are in lower case.
    func last(_ values: String...) -> Item? {
        items.last { values.contains($0.value.lowercased()) }
    }
}

/// Media types (RFC 9110, section 8.3.1).
enum MediaType {
    /// Whether bodies of this type are worth compressing.
    static func isCompressible(_ contentType: String) -> Bool {
        let type = essence(contentType)
        return type.hasPrefix("text/") || type.hasSuffix("+json") || type.hasSuffix("+xml") || known.contains(type)
    }

    /// The type without its parameters, in lower case.
    static func essence(_ contentType: String) -> String {
        // Every answer asks this: what follows the type need not be understood.
        ParameterizedValue.trimmed(Substring(contentType.utf8.prefix { $0 != UInt8(ascii: ";") })).lowercased()
    }

    private static let known: Set<String> = [
        "application/json", "application/javascript", "application/xml", "application/x-plist",
        "application/manifest+json", "application/wasm", "image/svg+xml", "image/x-icon", "font/ttf", "font/otf",
    ]

    /// The content type of a file by its name's extension.
    static func forFile(named name: String) -> String {
        let parts = name.split(separator: ".")
        guard parts.count > 1, let fileExtension = parts.last?.lowercased() else { return "application/octet-stream" }
        return byExtension[fileExtension] ?? "application/octet-stream"
    }

    private static let byExtension = [
        "html": "text/html; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "txt": "text/plain; charset=utf-8",
        "swift": "text/plain; charset=utf-8",
        "py": "text/plain; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "webmanifest": "application/manifest+json",
        "xml": "application/xml",
        "pdf": "application/pdf",
        "wasm": "application/wasm",
        "svg": "image/svg+xml",
        "png": "image/png",
        "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
        "gif": "image/gif",
        "webp": "image/webp",
        "avif": "image/avif",
        "ico": "image/x-icon",
        "woff": "font/woff",
        "woff2": "font/woff2",
        "ttf": "font/ttf",
        "otf": "font/otf",
    ]
}
