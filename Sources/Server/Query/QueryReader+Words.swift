extension QueryReader {
    /// One of the words that an enumeration has.
    mutating func choice<Choice>(_ name: String) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        choice(name, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
    }
}
