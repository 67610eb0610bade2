import HTTP

extension PathParameters {
    /// The value of a parameter that the route's pattern has.
    func required(_ name: String) throws(Problem) -> String {
        guard let value = self[name] else { throw .notFound("The path names no \(name).") }
        return value
    }
}

extension String {
    /// An entity tag without its quotes.
    var unquoted: String { filter { $0 != "\"" } }
}
