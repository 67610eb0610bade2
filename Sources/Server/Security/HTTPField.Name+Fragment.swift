import HTTPTypes

extension HTTPField.Name {
    // The name is a token, so it always parses.
    /// Names the part of a page that a script asks for.
    static let fragment = HTTPField.Name("X-Fragment") ?? .origin
}
