/// What a quota is about; the raw value is its name in options and answers.
public enum StorageQuota: String, Sendable, Hashable, CaseIterable {
    /// Everything that is stored.
    case total
    /// One uploaded dump with its picture and its parts.
    case dump
    /// What is kept of one uploaded app.
    case app
    /// The edits of one dump.
    case journal
    /// The values of one domain of defaults.
    case domain
    /// The history of one domain; beyond it the oldest revisions are forgotten.
    case history
    /// The dumps and apps that one token has uploaded; tokens of one name count together.
    case principal
}

/// How many bytes may be stored, by quota. A quota that is nil has no end.
public struct StorageQuotas: Sendable, Hashable {
    private var limits: [StorageQuota: Int]

    /// Creates quotas.
    public init(_ limits: [StorageQuota: Int] = [:]) { self.limits = limits }

    /// 20 GiB in total, half of it for one token; a dump of 128 MiB, an app of 256 MiB, edits of 32 MiB a dump, domains
    /// of 4 MiB with a history of 64 MiB.
    public static let standard = StorageQuotas([
        .total: 20 << 30, .principal: 10 << 30, .dump: 128 << 20, .app: 256 << 20, .journal: 32 << 20,
        .domain: 4 << 20, .history: 64 << 20,
    ])
    /// No end anywhere.
    public static let none = StorageQuotas()

    /// The bytes of a quota; nil for no end.
    public subscript(quota: StorageQuota) -> Int? {
        get { limits[quota] }
        set { limits[quota] = newValue }
    }

    /// Throws when more bytes would be used than a quota allows.
    /// - Parameter owner: whose quota it is, for one of a principal.
    public func check(_ quota: StorageQuota, _ bytes: Int, owner: String? = nil) throws(StorageFault) {
        guard let limit = limits[quota], bytes > limit else { return }
        throw StorageFault(QuotaExcess(quota, limit: limit, bytes: bytes, owner: owner))
    }

    /// Takes over a quota as an option says it: `total=2GiB`, `dump=64M`, `principal=none`.
    /// - Returns: what is wrong with the text, as a sentence; nil when nothing is.
    public mutating func set(_ text: some StringProtocol) -> String? {
        let sides = text.split(separator: "=", maxSplits: 1).map { String($0.filter { $0 != " " }) }
        guard sides.count == 2, let quota = StorageQuota(rawValue: sides[0].lowercased()) else {
            let names = StorageQuota.allCases.map(\.rawValue).joined(separator: ", ")
            return "A quota is written as total=2GiB; there are \(names); not “\(text.prefix(60))”."
        }
        if sides[1].lowercased() == "none" {
            self[quota] = nil
            return nil
        }
        guard let bytes = Self.bytes(sides[1]) else {
            return
                "The quota “\(quota.rawValue)” takes a size such as 512MiB or 2GiB, or none, not “\(sides[1].prefix(60))”."
        }
        self[quota] = bytes
        return nil
    }

    /// A size in bytes: digits with K, M, G or T, and `iB` or `B` after it; all of them are powers of 1024.
    static func bytes(_ text: String) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits), number > 0 else { return nil }
        let shifts = ["": 0, "b": 0, "k": 10, "m": 20, "g": 30, "t": 40]
        var unit = text.dropFirst(digits.count).lowercased()
        if unit.count > 1, unit.hasSuffix("ib") {
            unit.removeLast(2)
        } else if unit.count == 2, unit.hasSuffix("b") {
            unit.removeLast()
        }
        guard let shift = shifts[unit] else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: 1 << shift)
        return overflows ? nil : bytes
    }

    /// A size for people, such as `3.2 MiB`: rounded down to a tenth.
    public static func text(_ bytes: Int) -> String {
        guard bytes >= 1_024 else { return "\(bytes) bytes" }
        var (shift, name) = (10, "KiB")
        for (next, unit) in [(20, "MiB"), (30, "GiB"), (40, "TiB")] where bytes >> next > 0 {
            (shift, name) = (next, unit)
        }
        let tenths = (bytes >> (shift - 10)) * 10 / 1_024
        return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
}
