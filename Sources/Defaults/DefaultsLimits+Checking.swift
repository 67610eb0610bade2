public import PropertyList

extension DefaultsLimits {
    /// Checks that a text can name a domain: not empty, not too long, no slash and no control character in it.
    public func check(domain name: String) throws(DefaultsError) {
        guard !name.isEmpty, name.utf8.count <= maximumNameBytes else {
            throw DefaultsError(
                .invalidDomain,
                "The name of a domain has 1 to \(maximumNameBytes) bytes, such as “com.example.clock”."
            )
        }
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" }
        guard isPlain, name != ".", name != ".." else {
            throw DefaultsError(.invalidDomain, "The name of a domain holds no slash and no control character.")
        }
    }

    /// Checks that a text can be a key.
    public func check(key: String) throws(DefaultsError) {
        guard key.utf8.count <= maximumKeyBytes else {
            throw DefaultsError(.invalidKey, "A key has at most \(maximumKeyBytes) bytes.", key: key)
        }
        guard !key.utf8.contains(0) else {
            throw DefaultsError(.invalidKey, "A key holds no NUL character.", key: key)
        }
    }

    /// Checks that a value may be stored under a key.
    public func check(_ value: PropertyListValue, forKey key: String) throws(DefaultsError) {
        try check(key: key)
        let measure = PropertyListMeasure(of: value, depthLimit: maximumDepth)
        guard measure.depth <= maximumDepth else {
            throw DefaultsError(
                .valueTooDeep,
                "The value of “\(key)” is nested deeper than \(maximumDepth) levels.",
                key: key
            )
        }
        guard measure.bytes <= maximumValueBytes else {
            throw DefaultsError(
                .valueTooLarge,
                "The value of “\(key)” has more than \(maximumValueBytes) bytes.",
                key: key
            )
        }
    }

    /// Checks that a domain, or a layer of one, may hold these values, each of which has been checked.
    func check(values: [String: PropertyListValue], of domain: String) throws(DefaultsError) {
        guard values.count <= maximumKeys else {
            throw DefaultsError(.domainTooLarge, "The domain “\(domain)” would have more than \(maximumKeys) keys.")
        }
        guard bytes(of: values) <= maximumDomainBytes else {
            throw DefaultsError(
                .domainTooLarge,
                "The domain “\(domain)” would have more than \(maximumDomainBytes) bytes."
            )
        }
    }

    /// How much some values count towards the limits, keys included.
    func bytes(of values: [String: PropertyListValue]) -> Int {
        values.reduce(0) { sum, entry in
            sum + entry.key.utf8.count + PropertyListMeasure(of: entry.value, depthLimit: maximumDepth).bytes
        }
    }
}
