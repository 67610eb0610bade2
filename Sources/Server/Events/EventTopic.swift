/// What events are about: one dump, or one domain of defaults.
enum EventTopic: Sendable, Hashable, CustomStringConvertible {
    /// The dump with this id.
    case dump(String)
    /// The domain with this name, whether it holds anything or not.
    case defaults(String)

    /// The topic as it stands in logs: `dump/<id>` or `defaults/<domain>`.
    var description: String {
        switch self {
        case .dump(let id): "dump/\(id)"
        case .defaults(let domain): "defaults/\(domain)"
        }
    }
}
