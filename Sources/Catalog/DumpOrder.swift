/// In which order dumps are listed. Where two are alike the newer comes first, and then the smaller id.
public enum DumpOrder: String, Sendable, Hashable, CaseIterable {
    /// The last to come first.
    case newest
    /// By name, without regard to upper and lower case.
    case name
    /// The one with the most views first.
    case views

    /// Whether a dump stands before another in lists.
    public func isListedBefore(_ first: StoredDump, _ second: StoredDump) -> Bool {
        switch self {
        case .newest: break
        case .name:
            let (one, other) = (first.name.lowercased(), second.name.lowercased())
            if one != other { return one < other }
        case .views:
            if first.viewCount != second.viewCount { return first.viewCount > second.viewCount }
        }
        return first.createdAt == second.createdAt ? first.id < second.id : first.createdAt > second.createdAt
    }
}
