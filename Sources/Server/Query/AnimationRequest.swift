import HTTP
import JSON
import ViewHierarchy

/// An animation block as a request describes it, and the times at which it is to be sampled.
struct AnimationRequest: Sendable {
    /// How many properties a request may set.
    static let maximumChanges = 1_000
    /// How many times a request may ask for.
    static let maximumTimes = 1_000
    /// How deep blocks may be nested.
    static let maximumDepth = 16

    let block: AnimationBlock
    let times: [Double]

    /// Reads a body.
    /// - Throws: 422 that names every fault with its pointer.
    init(_ members: [JSONMember], for tree: ViewTree) throws(Problem) {
        var reader = AnimationReader(tree: tree)
        let body = JSONValue.object(members)
        block = reader.block(body, at: "", depth: 0)
        times = reader.times(body["times"])
        guard reader.faults.isEmpty else { throw Self.problem(reader.faults) }
    }

    /// 422 for a block that cannot be run.
    static func problem(_ items: [Problem.Item]) -> Problem {
        .unprocessable(
            "impossible-animation",
            title: "Impossible animation",
            items.count == 1 ? items[0].detail : "\(items.count) things are wrong with the animation.",
            errors: items
        )
    }
}
