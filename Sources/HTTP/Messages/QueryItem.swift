/// One `name=value` pair of a query or of a URL-encoded form, percent-decoded, `+` read as a space.
public struct QueryItem: Sendable, Hashable {
    /// The name before the first `=`.
    public var name: String
    /// What follows the first `=`; empty where there is none.
    public var value: String

    /// Creates a pair of decoded strings.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension QueryItem {
    /// Decodes `name=value` pairs joined by `&` as in the URL standard; empty pairs are skipped.
    static func items<Bytes: Collection<UInt8>>(
        _ bytes: Bytes,
        maximum: Int,
        error: HTTPError.Code
    ) throws(HTTPError) -> [QueryItem] {
        var items: [QueryItem] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            guard items.count < maximum else { throw HTTPError(error, "There are more than \(maximum) fields.") }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = PercentDecoding.decode(pair[..<equals], plusIsSpace: true),
                let value = PercentDecoding.decode(pair[equals...].dropFirst(), plusIsSpace: true)
            else { throw HTTPError(error, "A field has an escape that is not valid UTF-8 text.") }
            items.append(QueryItem(name: name, value: value))
        }
        return items
    }
}

/// Percent-decoding (RFC 3986, section 2.1) that refuses what it cannot decode.
enum PercentDecoding {
    /// Decodes bytes; nil for an escape that is cut or not hexadecimal, for a NUL, and for text that is not UTF-8.
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal)
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        guard !decoded.contains(0) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        default: nil
        }
    }
}

/// A form of type `application/x-www-form-urlencoded`, read as the URL standard tells, but refusing broken escapes.
public struct URLEncodedForm: Sendable, Hashable {
    /// The most fields a form may have.
    package static let maximumFields = 4096

    /// The fields in their order.
    public let fields: [QueryItem]

    /// Reads a form.
    ///
    /// - Throws: `HTTPError` with code `malformedForm` (400) for broken escapes, text that is not UTF-8 and too many
    ///   fields.
    public init(parsing body: [UInt8]) throws(HTTPError) {
        fields = try QueryItem.items(body[...], maximum: Self.maximumFields, error: .malformedForm)
    }

    /// The value of the first field with this name.
    public subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The values of all fields with this name, in their order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
