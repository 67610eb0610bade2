import JSON

/// The members of an edit: takes those that are known and refuses the others.
struct EditMembers {
    var values = EditValues()
    private let members: [JSONMember]
    private var taken: Set<String> = []
    private var refusesOthers = true

    init(_ members: [JSONMember]) { self.members = members }

    /// Throws everything that was found.
    mutating func finish() throws(EditDocumentError) {
        if refusesOthers {
            for member in members where !taken.contains(member.name) {
                values.refuse("There is no such member here.", at: "/" + JSONPointer.escape(member.name))
            }
        }
        try values.finish()
    }

    /// Refuses a member that decides about all others, so that nothing is said of those.
    mutating func refuseAll(_ message: String, at name: String) {
        refusesOthers = false
        values.refuse(message, at: "/\(name)")
    }

    /// A member that must be there.
    mutating func take(_ name: String) -> JSONValue? {
        if let value = find(name) { return value }
        values.refuse("“\(name)” is missing.", at: "")
        return nil
    }

    mutating func integer(_ name: String) -> Int? {
        take(name).flatMap { values.integer($0, at: "/\(name)") }
    }

    /// A whole number that may be missing or null.
    mutating func optionalInteger(_ name: String) -> Int? {
        guard let value = find(name), value != .null else { return nil }
        return values.integer(value, at: "/\(name)")
    }

    mutating func twoIntegers(_ name: String) -> (Int, Int)? {
        guard let value = take(name) else { return nil }
        guard let elements = value.arrayValue, elements.count == 2 else {
            values.refuse("“\(name)” takes an array of two whole numbers.", at: "/\(name)")
            return nil
        }
        let first = values.integer(elements[0], at: "/\(name)/0")
        let second = values.integer(elements[1], at: "/\(name)/1")
        guard let first, let second else { return nil }
        return (first, second)
    }

    mutating func object(_ name: String) -> [JSONMember]? {
        guard let value = take(name) else { return nil }
        if let members = value.objectValue { return members }
        values.refuse("“\(name)” takes an object.", at: "/\(name)")
        return nil
    }

    private mutating func find(_ name: String) -> JSONValue? {
        taken.insert(name)
        return members.first { $0.name == name }?.value
    }
}
