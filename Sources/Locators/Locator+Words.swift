extension Locator {
    /// What the search field takes for a locator: `xpath:`, `predicate:` or `chain:` before it, an XPath that begins with a
    /// slash, a chain that begins with `**/`. The page's script goes by the same rule.
    ///
    /// - Returns: The locator, and how many UTF-16 units stand before it; nil for words.
    package static func typed(_ query: String) -> (locator: Locator, start: Int)? {
        for (name, strategy) in [("xpath:", Strategy.xpath), ("predicate:", .predicate), ("chain:", .classChain)]
        where query.prefix(name.count).lowercased() == name {
            let rest = query.dropFirst(name.count)
            let text = rest.drop { $0 == " " }
            return (Locator(strategy, String(text)), query.utf16.count - text.utf16.count)
        }
        if query.hasPrefix("**/") { return (Locator(.classChain, query), 0) }
        if query.hasPrefix("/") || query.hasPrefix("(/") { return (Locator(.xpath, query), 0) }
        return nil
    }
}

extension Locator.Strategy {
    /// What Appium calls it; Vitrine's own name where Appium has none.
    package var appiumName: String {
        switch self {
        case .xpath: "xpath"
        case .predicate: "-ios predicate string"
        case .classChain: "-ios class chain"
        case .identifier: "accessibility id"
        case .className: "class name"
        case .where: "where"
        }
    }
}
