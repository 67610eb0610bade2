import DumpFormats
package import Locators
package import ViewHierarchy

/// What locators find in a dump, and what tests could call its views, to be printed by the command line.
package struct PrintedLocators: Sendable {
    private let dump: Dump

    /// Takes a dump as it is.
    package init(_ dump: Dump) { self.dump = dump }

    /// The views that a locator finds, with what is worth knowing of them.
    ///
    /// - Parameter text: What the search field takes: words such as `id:total`, an XPath, a class chain, `predicate:` and a
    ///   predicate string.
    /// - Throws: ``LocatorError``.
    package func answer(_ text: String) throws(LocatorError) -> LocatorAnswer {
        let locator = Locator.typed(text)?.locator ?? Locator(.where, text)
        return try locator.answer(in: ElementTree(dump, shape: locator.shape(of: dump.tree)))
    }

    /// A line for each of some views, as `format=text` of the API.
    package func text(of views: [Int]) -> [UInt8] { Array(TreeText.text(of: dump.tree, indexes: views[...]).utf8) }

    /// The locators that a test could use for a view, the absolute XPath last: a line for each, with the name that Appium has
    /// for its dialect, how many elements it finds, and the locator.
    package func suggestions(for view: Int) -> [UInt8] {
        let tree = ElementTree(dump)
        let suggestions = tree.element(ofView: view).map(tree.allSuggestions) ?? []
        let lines = suggestions.map { suggestion in
            let name = suggestion.locator.strategy.appiumName
            let hits = suggestion.isFragile ? "fragile" : suggestion.isUnique ? "unique" : "\(suggestion.hits) hits"
            let text = suggestion.locator.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "\(name)\t\(hits)\t\(text)\n"
        }
        return Array(lines.joined().utf8)
    }
}
