/// Texts that most views do not have.
struct TextProperties: Sendable, Hashable {
    var text: String?
    var identifier: String?
    var label: String?
    var value: String?
    var controller: String?
    /// The address as written, when the number alone does not give it back.
    var writtenAddress: String?

    static let none = TextProperties()

    init() {}

    init(_ view: ViewDescription) {
        text = view.text
        identifier = view.identifier
        label = view.label
        value = view.value
        controller = view.controller
    }
}
