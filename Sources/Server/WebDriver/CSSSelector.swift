import DumpFormats
import Inspection

/// The few CSS selectors that clients make of other strategies, as class chains.
///
/// Selenium sends `[id="…"]` and `[name="…"]` for its `ID` and `NAME` and `.Type` for `CLASS_NAME`; Appium takes a type
/// with attributes. Combinators, pseudo-classes and classes of web pages mean nothing here and are refused.
enum CSSSelector {
    /// The class chain that finds the same elements.
    /// - Throws: ``WebDriverError`` with `invalid selector`.
    static func locator(_ selector: String) throws(WebDriverError) -> Locator {
        var rest = Substring(selector)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        guard !rest.isEmpty else { throw refusal(selector, "it is empty") }
        var type = "*"
        var tests: [String] = []
        if rest.first == "*" {
            rest.removeFirst()
        } else if rest.first.map({ $0.isLetter }) == true {
            type = try element(takeName(&rest), selector)
        }
        while let mark = rest.popFirst() {
            switch mark {
            case "#": tests.append("name == \(quoted(try name(&rest, selector)))")
            case ".":
                guard type == "*" else { throw refusal(selector, "elements have no classes beside their type") }
                type = try element(name(&rest, selector), selector)
            case "[": tests.append(try attribute(&rest, selector))
            default:
                throw refusal(selector, "only a type, #id and [attribute=\"value\"] are understood, and no combinators")
            }
        }
        let test = tests.joined(separator: " AND ").replacing("`", with: "``")
        return Locator(.classChain, test.isEmpty ? "**/\(type)" : "**/\(type)[`\(test)`]")
    }

    /// The names of attributes, as predicates have them.
    private static let keys = [
        "id": "name", "name": "name", "label": "label", "value": "value", "type": "type", "enabled": "enabled",
        "visible": "visible", "selected": "selected", "accessible": "accessible", "index": "index",
    ]

    private static func element(_ name: String, _ selector: String) throws(WebDriverError) -> String {
        guard let type = ElementType.className(ofTool: name) else {
            throw refusal(selector, "“\(name.prefix(60))” is no type of element, such as XCUIElementTypeButton")
        }
        return type
    }

    /// `name`, or `name="value"` with one of the operators `=`, `*=`, `^=`, `$=`, up to the closing bracket.
    private static func attribute(_ rest: inout Substring, _ selector: String) throws(WebDriverError) -> String {
        let name = takeName(&rest)
        guard let key = keys[name.lowercased()] else {
            let known = keys.keys.sorted().joined(separator: ", ")
            throw refusal(selector, "there is no attribute “\(name.prefix(60))”; there are \(known)")
        }
        guard let sign = rest.popFirst() else { throw refusal(selector, "a bracket is not closed") }
        if sign == "]" { return "\(key) != nil" }
        let operators: [Character: String] = ["*": "CONTAINS", "^": "BEGINSWITH", "$": "ENDSWITH"]
        var operation = "=="
        if let word = operators[sign] {
            operation = word
            guard rest.popFirst() == "=" else { throw refusal(selector, "an = is missing") }
        } else if sign != "=" {
            throw refusal(selector, "“\(sign)” is no operator")
        }
        let value = try value(&rest, selector)
        switch key {
        case "enabled", "visible", "selected", "accessible":
            return "\(key) == \(["true", "1", "yes"].contains(value.lowercased()) ? 1 : 0)"
        case "index": return "index == \(Int(value) ?? -1)"
        case "type": return "type \(operation) \(quoted(ElementType.className(ofTool: value) ?? value))"
        default: return "\(key) \(operation) \(quoted(value))"
        }
    }

    /// A value in quotes, or a plain word, and the bracket behind it.
    private static func value(_ rest: inout Substring, _ selector: String) throws(WebDriverError) -> String {
        var value = ""
        if let quote = rest.first, quote == "\"" || quote == "'" {
            rest.removeFirst()
            // Clients put names between the quotes as they are, so that only a quote before the bracket ends it.
            while true {
                guard let next = rest.popFirst() else { throw refusal(selector, "a quote is not closed") }
                if next == quote, rest.first == "]" { break }
                if next == "\\", let escaped = rest.first, escaped == quote || escaped == "\\" {
                    rest.removeFirst()
                    value.append(escaped)
                } else {
                    value.append(next)
                }
            }
        } else {
            value = String(rest.prefix { $0 != "]" })
            rest = rest.dropFirst(value.count)
        }
        guard rest.popFirst() == "]" else { throw refusal(selector, "a bracket is not closed") }
        return value
    }

    private static func name(_ rest: inout Substring, _ selector: String) throws(WebDriverError) -> String {
        let name = takeName(&rest)
        guard !name.isEmpty else { throw refusal(selector, "a name is missing") }
        return name
    }

    /// Letters, digits, `-` and `_`, and whatever stands behind a backslash.
    private static func takeName(_ rest: inout Substring) -> String {
        var name = ""
        while let next = rest.first {
            if next == "\\" {
                rest.removeFirst()
                if let escaped = rest.popFirst() { name.append(escaped) }
            } else if next.isLetter || next.isNumber || next == "-" || next == "_" {
                name.append(next)
                rest.removeFirst()
            } else {
                break
            }
        }
        return name
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func refusal(_ selector: String, _ reason: String) -> WebDriverError {
        WebDriverError(.invalidSelector, "The CSS selector “\(selector.prefix(100))” cannot be used: \(reason).")
    }
}
