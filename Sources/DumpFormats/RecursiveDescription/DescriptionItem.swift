/// The parts of one object's description, as places in the text.
struct DescriptionItem: Sendable {
    /// A name and its value.
    struct Attribute: Sendable {
        var name: Range<Int>
        /// Empty where the description gives a name alone.
        var value: Range<Int>
        /// False for what the end of the input may have cut.
        var isWhole: Bool
    }

    /// The class name.
    var className: Range<Int>
    /// The address, where there is one.
    var address: Range<Int>?
    /// The attributes in their order.
    var attributes: [Attribute] = []
    /// After the closing `>`, or where the input ends.
    var end: Int
    /// Whether the closing `>` was found.
    var isClosed = false
    /// Whether the input ends within a quoted text.
    var endsInText = false
    /// How many attributes were dropped by the limit.
    var droppedAttributes = 0
}
