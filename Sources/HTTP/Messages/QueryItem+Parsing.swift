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
