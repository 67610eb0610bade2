import HTTPTypes

extension HTTPField.Name {
    /// `Host`, which swift-http-types keeps to itself because HTTP/2 has `:authority` instead.
    static let hostName = HTTPField.Name("Host") ?? .location
}
