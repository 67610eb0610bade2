import JSON

/// What a property list cannot hold, and where.
struct EnvelopeFault: Error {
    /// One sentence for people.
    var detail: String
    /// The names and indexes on the way to it, the innermost first: they are only gathered when there is a fault.
    private var path: [String] = []

    init(_ detail: String) {
        self.detail = detail
    }

    /// The fault as seen from the value around it.
    func inside(_ token: String) -> EnvelopeFault {
        var outer = self
        outer.path.append(token)
        return outer
    }

    /// The reply that names the place.
    func problem(at pointer: String) -> Problem {
        let place = path.reversed().reduce(into: pointer) { place, token in
            place += "/" + JSONPointer.escape(token)
        }
        return .unprocessable(
            "not-a-property-list",
            title: "Not a property list",
            "The value at “\(place)”: \(detail)",
            errors: [Problem.Item(detail, at: .pointer(place))]
        )
    }
}
