import JSON
import ViewHierarchy

/// The names of classes and attributes in a text, which repeat from line to line: each made a text, and looked up, once.
struct DescribedNames {
    /// What a name is and means.
    struct Name {
        /// The name without the line ends that it was broken by.
        var text: String
        /// The property whose values can be read that UIKit prints under this name.
        var property: ViewProperty?
        /// Whether it is `text`, whose value stands in quotation marks.
        var isText: Bool

        init(_ text: String) {
            self.text = text
            isText = text == "text"
            property = isText ? ViewProperty.named(text) : ItemMapper.printed[text]
        }
    }

    /// So many names are kept, of at most so many bytes: what is beyond that does not repeat.
    private static let most = (names: 4_096, bytes: 256)

    private var numbers = ByteNames()
    private var names: [Name] = []

    /// What stands in a range.
    mutating func name(_ range: Range<Int>, in text: ByteText) -> Name {
        guard range.count <= Self.most.bytes, names.count < Self.most.names else {
            return Name(ItemMapper.joined(text, range, by: ""))
        }
        let number = text.withBytes(range) { numbers.number(of: $0) }
        if number == names.count { names.append(Name(ItemMapper.joined(text, range, by: ""))) }
        return names[number]
    }
}
