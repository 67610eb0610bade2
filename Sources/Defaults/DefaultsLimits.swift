public import PropertyList
import Storage

/// How much one domain may hold.
public struct DefaultsLimits: Sendable, Hashable {
    /// The longest name of a domain, in bytes of UTF-8.
    public var maximumNameBytes: Int
    /// The longest key, in bytes of UTF-8.
    public var maximumKeyBytes: Int
    /// The largest value, in bytes: of its text and data, and 8 for every other value and container.
    public var maximumValueBytes: Int
    /// The deepest nesting of arrays and dictionaries in one value; a string has depth 0.
    public var maximumDepth: Int
    /// The most keys in one domain.
    public var maximumKeys: Int
    /// The most bytes in one domain, keys included.
    public var maximumDomainBytes: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumNameBytes: Int = 255,
        maximumKeyBytes: Int = 1_024,
        maximumValueBytes: Int = 1 << 20,
        maximumDepth: Int = 128,
        maximumKeys: Int = 10_000,
        maximumDomainBytes: Int = 4 << 20
    ) {
        self.maximumNameBytes = maximumNameBytes
        self.maximumKeyBytes = maximumKeyBytes
        self.maximumValueBytes = maximumValueBytes
        self.maximumDepth = maximumDepth
        self.maximumKeys = maximumKeys
        self.maximumDomainBytes = maximumDomainBytes
    }

    /// Keys of 1 KiB, values of 1 MiB and 128 levels, domains of 10,000 keys and 4 MiB: four times what ends an app
    /// on the strictest of Apple's systems.
    public static let standard = DefaultsLimits()
}

extension DefaultsLimits {
    /// Checks that a text can name a domain: not empty, not too long, no slash and no control character in it, and not the
    /// word at whose address the sets are.
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
        guard name != "sets" else {
            throw DefaultsError(.invalidDomain, "“sets” names no domain: it is where the sets of values are.")
        }
    }

    /// Checks that a text can be a key.
    public func check(key: String) throws(DefaultsError) {
        guard key.utf8.count <= maximumKeyBytes else {
            throw DefaultsError(.invalidKey, "A key has at most \(maximumKeyBytes) bytes.", keys: [key])
        }
        guard !key.utf8.contains(0) else {
            throw DefaultsError(.invalidKey, "A key holds no NUL character.", keys: [key])
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
                keys: [key]
            )
        }
        guard measure.bytes <= maximumValueBytes else {
            throw DefaultsError(
                .valueTooLarge,
                "The value of “\(key)” has more than \(maximumValueBytes) bytes.",
                keys: [key]
            )
        }
        guard !measure.holdsFarDate else {
            throw DefaultsError(
                .unrepresentableValue,
                "A date in the value of “\(key)” is outside the years 0 to 9999.",
                keys: [key]
            )
        }
    }

    /// Checks that a domain, or a layer of one, may hold these values, each of which has been checked.
    func check(values: [String: PropertyListValue], of domain: String) throws(DefaultsError) {
        guard values.count <= maximumKeys else {
            throw DefaultsError(.domainTooLarge, "The domain “\(domain)” would have more than \(maximumKeys) keys.")
        }
        let bytes = bytes(of: values)
        guard bytes <= maximumDomainBytes else {
            let fault = StorageFault(QuotaExcess(.domain, limit: maximumDomainBytes, bytes: bytes))
            var error = DefaultsError(
                .domainTooLarge,
                "The domain “\(domain)” would have more than \(maximumDomainBytes) bytes. \(fault.message)"
            )
            error.storageFault = fault
            throw error
        }
    }

    /// How much some values count towards the limits, keys included.
    func bytes(of values: [String: PropertyListValue]) -> Int {
        values.reduce(0) { sum, entry in
            sum + entry.key.utf8.count + PropertyListMeasure(of: entry.value, depthLimit: maximumDepth).bytes
        }
    }
}

/// How large a property-list value is.
struct PropertyListMeasure: Hashable {
    /// How deep arrays and dictionaries nest; a string has depth 0.
    private(set) var depth = 0
    /// The bytes of text, data and keys, and 8 for every other value and container.
    private(set) var bytes = 0
    /// Whether a date is in it that property lists cannot carry.
    private(set) var holdsFarDate = false

    /// Measures a value without recursion, and no further down than one level below `depthLimit`.
    init(of value: PropertyListValue, depthLimit: Int) {
        var pending = [(value: value, depth: 0)]
        while let (value, level) = pending.popLast() {
            switch value {
            case .string(let text):
                bytes &+= text.utf8.count
            case .data(let data):
                bytes &+= data.count
            case .array(let elements):
                bytes &+= 8
                depth = max(depth, level + 1)
                guard level <= depthLimit else { continue }
                pending.append(contentsOf: elements.map { ($0, level + 1) })
            case .dictionary(let members):
                bytes &+= 8
                depth = max(depth, level + 1)
                guard level <= depthLimit else { continue }
                for (key, member) in members {
                    bytes &+= key.utf8.count
                    pending.append((member, level + 1))
                }
            case .date(let date):
                bytes &+= 8
                if !Instant.isRepresentable(date) { holdsFarDate = true }
            case .bool, .integer, .unsigned, .real:
                bytes &+= 8
            }
        }
    }
}
