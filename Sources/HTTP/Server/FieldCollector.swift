internal import CMicroHTTPD
import Glibc
import HTTPTypes

/// Copies the header fields of a request out of the library, refusing what RFC 9110 (section 5) does not allow.
struct FieldCollector {
    private var fields = HTTPFields()
    private var failure: HTTPError?
    private let maximum: Int

    private init(maximum: Int) {
        self.maximum = maximum
    }

    /// The fields of a request in their order.
    static func fields(of connection: OpaquePointer, maximum: Int) throws(HTTPError) -> HTTPFields {
        var collector = FieldCollector(maximum: maximum)
        withUnsafeMutablePointer(to: &collector) { pointer in
            _ = MHD_get_connection_values(connection, .HEADER_KIND, visit, pointer)
        }
        if let failure = collector.failure { throw failure }
        return collector.fields
    }

    private static let visit: MHD_KeyValueIterator = { context, _, name, value in
        guard let collector = context?.assumingMemoryBound(to: FieldCollector.self) else { return .NO }
        return collector.pointee.add(name, value) ? .YES : .NO
    }

    private mutating func add(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) -> Bool {
        guard fields.count < maximum else {
            failure = HTTPError(.headerFieldsTooLarge, "There are more than \(maximum) header fields.")
            return false
        }
        guard let name = name.flatMap({ HTTPField.Name(String(cString: $0)) }) else {
            failure = HTTPError(.malformedRequest, "The name of a header field is not a token.")
            return false
        }
        let bytes = UnsafeRawBufferPointer(start: value, count: value.map { strlen($0) } ?? 0)
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            failure = HTTPError(.malformedRequest, "A header field has a control character.")
            return false
        }
        // The field drops the blanks around the value, of which the library leaves those at its end.
        fields.append(HTTPField(name: name, value: bytes))
        return true
    }
}
