/// One name and value of a JSON object.
public struct JSONMember: Sendable, Hashable {
    /// The name, unescaped.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Creates a member.
    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}
