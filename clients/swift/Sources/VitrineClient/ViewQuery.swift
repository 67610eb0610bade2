/// Which views are asked for: all that is set has to hold.
///
///     var query = ViewQuery(identifier: "title")
///     query.hidden = false
public struct ViewQuery: Sendable, Hashable {
    /// The class, exact or with `*`.
    public var `class`: String?
    /// A part of the text, whatever its case.
    public var text: String?
    /// The accessibility identifier.
    public var identifier: String?
    /// The tag.
    public var tag: Int?
    /// Whether `isHidden` is set.
    public var hidden: Bool?
    /// The subtree of this view.
    public var root: Int?
    /// The words of the search field: `class:Cell alpha<1`.
    public var `where`: String?
    /// An XPath over the tree of elements.
    public var xpath: String?
    /// A predicate string as WebDriverAgent takes it.
    public var predicate: String?
    /// A class chain as WebDriverAgent takes it.
    public var classChain: String?
    /// A CSS selector as Appium's XCUITest driver takes it.
    public var css: String?

    /// Asks for all views.
    public init() {}

    /// Asks for the views with an accessibility identifier.
    public init(identifier: String) { self.identifier = identifier }

    /// Asks for the views of a class, exact or with `*`.
    public init(class: String) { self.class = `class` }

    /// As parameters of the API.
    var parameters: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("class", self.class), ("text", text), ("identifier", identifier), ("tag", tag.map { String($0) }),
            ("hidden", hidden.map { String($0) }), ("root", root.map { String($0) }), ("where", self.where),
            ("xpath", xpath), ("predicate", predicate), ("classChain", classChain), ("css", css),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
