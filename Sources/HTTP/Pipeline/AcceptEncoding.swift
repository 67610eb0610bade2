/// What an `Accept-Encoding` field allows (RFC 9110, section 12.5.3).
struct AcceptEncoding: Sendable, Hashable {
    /// Whether gzip is allowed and liked no less than the plain body.
    let prefersGzip: Bool

    /// Reads the field; a weight that is not a number counts as 0.
    init(_ text: String) {
        var gzip: Double?
        var identity: Double?
        var others: Double?
        for item in text.lowercased().split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            switch coding {
            case "gzip", "x-gzip": gzip = weight
            case "identity": identity = weight
            case "*": others = weight
            default: continue
            }
        }
        let weight = gzip ?? others ?? 0
        prefersGzip = weight > 0 && weight >= (identity ?? 0)
    }
}
