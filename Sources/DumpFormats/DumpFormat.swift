/// The formats that a view-hierarchy dump can have, by the ids that the API uses.
public enum DumpFormat: String, Sendable, Hashable, CaseIterable {
    /// The text of UIKit's `-[UIView recursiveDescription]`, as debuggers and logs print it.
    case recursiveDescription
    /// Vitrine's own JSON.
    case vitrineJSON
    /// The same structure as Vitrine's JSON, as an XML, binary or OpenStep property list.
    case propertyList

    /// The name for people.
    public var name: String {
        switch self {
        case .recursiveDescription: "recursiveDescription text"
        case .vitrineJSON: "Vitrine JSON"
        case .propertyList: "property list"
        }
    }
}
