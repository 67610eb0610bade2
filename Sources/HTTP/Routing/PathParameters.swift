/// The values that the parameters of a route's pattern have in one request's path.
public struct PathParameters: Sendable, Hashable {
    private var entries: [Entry] = []

    private struct Entry: Sendable, Hashable {
        var name: String
        var segments: [String]
    }

    /// No parameters.
    public init() {}

    /// Creates parameters from names and values, each value one segment.
    public init(_ values: [String: String]) {
        for (name, value) in values { append(name, [value]) }
    }

    mutating func append(_ name: String, _ segments: [String]) {
        entries.append(Entry(name: name, segments: segments))
    }

    /// The decoded value of a parameter; the segments of a `{name...}` joined by slashes.
    public subscript(name: String) -> String? {
        guard let entry = entries.first(where: { $0.name == name }) else { return nil }
        return entry.segments.count == 1 ? entry.segments.first : entry.segments.joined(separator: "/")
    }

    /// The decoded segments that a parameter stands for, apart, so that an encoded slash can be told from a real one.
    public func segments(_ name: String) -> [String]? {
        entries.first { $0.name == name }?.segments
    }

    /// A parameter read as a decimal integer: ASCII digits after an optional minus sign, nothing else.
    public func integer(_ name: String) -> Int? {
        guard let value = self[name], value.utf8.first != UInt8(ascii: "+") else { return nil }
        return Int(value)
    }
}
