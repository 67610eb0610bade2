/// Finds the text fields of a tree that hide what is typed into them, and takes out what the dump holds of that.
///
/// A field is secure when its dump says so (`secureTextEntry`), or when it is of a type that is nothing else, such as
/// `XCUIElementTypeSecureTextField`. What is below such a field belongs to it: UIKit draws its text in private subviews.
public struct SecureFields: Sendable {
    /// The names of the attributes with which dumps say that a field is secure.
    static let attributeNames: Set = ["secureTextEntry", "isSecureTextEntry", "secure", "password"]
    /// What the class or type of a field that is always secure holds.
    private static let className = "SecureTextField"
    /// Attributes whose names seem to be about a text and which only describe it.
    private static let harmlessNames: Set = [
        "textcolor", "textalignment", "textcontenttype", "placeholder",
    ]
    /// Shorter texts are in too many values to be told from them.
    private static let shortestText = 3

    private let attributes: Set<Int32>
    private let classes: Set<Int32>

    /// Prepares the search in a tree.
    public init(_ tree: ViewTree) {
        attributes = tree.attributeColumn.numbers(where: Self.attributeNames.contains)
        classes = Set(
            tree.classNames.names.filter { $0.contains(Self.className) }.compactMap(tree.classNames.number(of:))
        )
    }

    /// Whether the tree never had a secure field: no view has to be looked at then.
    public var isEmpty: Bool { attributes.isEmpty && classes.isEmpty }

    /// Whether a view of the tree is a secure field.
    public func contains(_ index: Int, of tree: ViewTree) -> Bool {
        guard !isEmpty, tree.indices.contains(index) else { return false }
        if classes.contains(tree.classIDs[index]) { return true }
        guard !attributes.isEmpty else { return false }
        var isSecure = false
        tree.attributeColumn.forEach(of: index) { name, value in
            guard attributes.contains(name) else { return }
            switch String(decoding: value, as: UTF8.self) {
            case "true", "1", "YES", "yes", "True": isSecure = true
            default: break
            }
        }
        return isSecure
    }

    /// The same tree without the texts of its secure fields.
    /// - Returns: nil when there is nothing to take out; else the tree, and the ids of the fields that held a text.
    public func withheld(from tree: ViewTree) -> (tree: ViewTree, fields: [Int])? {
        guard !isEmpty else { return nil }
        var next = tree
        var fields: [Int] = []
        var index = 0
        while index < tree.count {
            guard contains(index, of: tree) else {
                index += 1
                continue
            }
            let views = tree.subtree(of: index)
            let texts = Set(views.flatMap { Self.texts(of: $0, in: tree) })
            var isTaken = false
            for view in views where Self.takeTexts(out: view, of: &next, texts) { isTaken = true }
            if isTaken {
                // Anybody may put views below a field: what they say is not held against its text, which would tell of a guess.
                for view in views.dropFirst() { Self.takeWords(out: view, of: &next) }
                next.flagSets[index].insert(.textWithheld)
                if let id = tree.id(at: index) { fields.append(id) }
            }
            index = max(views.upperBound, index + 1)
        }
        return fields.isEmpty ? nil : (next, fields)
    }

    private static func texts(of view: Int, in tree: ViewTree) -> [String] {
        [tree.text(of: view), tree.value(of: view)].compactMap { $0 }.filter { !$0.isEmpty }
    }

    /// Takes out text and value of a view, and the attributes that hold them.
    private static func takeTexts(out view: Int, of tree: inout ViewTree, _ secrets: Set<String>) -> Bool {
        var isTaken = false
        if var texts = tree.texts[view], texts.text?.isEmpty == false || texts.value?.isEmpty == false {
            (texts.text, texts.value) = (nil, nil)
            tree.texts[view] = texts
            isTaken = true
        }
        if let label = tree.texts[view]?.label, secrets.contains(label) {
            tree.texts[view]?.label = nil
        }
        let attributes = tree.attributeColumn[view]
        let rest = attributes.filter { !holdsText($0, secrets) }
        if rest.count < attributes.count {
            tree.attributeColumn.set(rest, of: view)
            isTaken = true
        }
        return isTaken
    }

    /// Takes out all that a view below a field says, but for what makes it a secure field itself.
    private static func takeWords(out view: Int, of tree: inout ViewTree) {
        tree.texts[view]?.label = nil
        tree.attributeColumn.set(tree.attributeColumn[view].filter { attributeNames.contains($0.name) }, of: view)
    }

    private static func holdsText(_ attribute: ViewDescription.Attribute, _ secrets: Set<String>) -> Bool {
        guard !attribute.value.isEmpty, !attributeNames.contains(attribute.name) else { return false }
        if secrets.contains(where: { $0.utf8.count >= shortestText && attribute.value.contains($0) }) { return true }
        let name = attribute.name.lowercased()
        guard !harmlessNames.contains(name) else { return false }
        return ["text", "value", "string", "contents"].contains { name.hasSuffix($0) }
    }
}

extension ViewTree {
    /// Whether the view is a secure text field whose text was taken out, because it is not for who asks.
    public func isTextWithheld(of index: Int) -> Bool {
        indices.contains(index) && flagSets[index].contains(.textWithheld)
    }
}
