/// A path with parameters, which are encoded as they are added.
struct PageAddress: Sendable, Hashable {
    private(set) var text: String

    init(_ path: String) { text = path }

    /// The address with another parameter; nil values add nothing.
    func adding(_ name: String, _ value: String?) -> PageAddress {
        guard let value else { return self }
        var address = self
        address.text += (text.contains("?") ? "&" : "?") + name + "=" + value.pathSegment
        return address
    }
}
