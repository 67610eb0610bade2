import Diagnostics
import ViewHierarchy

/// CSS selectors as class chains, as Appium's XCUITest driver makes them (its `css-locator-to-native`): types, `#id`,
/// attributes, pseudo-classes of the same names, children and descendants. What the driver refuses is refused by its name.
struct CSSSelector {
    /// The class chain that finds the same elements. Of several selectors between commas the first counts, as in the driver.
    ///
    /// - Throws: What is wrong with it and where.
    static func chain(_ selector: String) throws(LocatorError) -> String {
        var reader = CSSSelector(selector)
        var chains: [String] = []
        repeat { chains.append(try reader.chain()) } while reader.take(",")
        guard reader.rest.isEmpty else { throw reader.refusal("“\(reader.rest.prefix(1))” has no meaning here") }
        return chains[0]
    }

    private let selector: String
    private var rest: Substring

    private init(_ selector: String) {
        self.selector = selector
        rest = Substring(selector)
    }

    private func refusal(_ reason: String) -> LocatorError {
        let offset = selector.utf16.distance(from: selector.startIndex, to: rest.startIndex)
        return LocatorError(.syntax, "The CSS selector cannot be used: \(reason).", offset: offset)
    }

    // MARK: Characters

    /// Takes blanks; says whether there were any.
    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let start = rest.startIndex
        rest = rest.drop(while: \.isWhitespace)
        return rest.startIndex > start
    }

    private mutating func take(_ sign: Character) -> Bool {
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }

    /// Letters, digits, `-` and `_`, and whatever stands behind a backslash; empty where there is none.
    private mutating func name() -> String {
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

    private mutating func requiredName(of what: String) throws(LocatorError) -> String {
        let name = name()
        guard !name.isEmpty else { throw refusal("the name of \(what) is missing") }
        return name
    }

    // MARK: Steps

    /// The steps up to a comma or the end.
    private mutating func chain() throws(LocatorError) -> String {
        skipBlanks()
        var chain = "**/" + (try step())
        while true {
            let hasBlanks = skipBlanks()
            guard let next = rest.first, next != "," else { return chain }
            if next == ">" {
                rest.removeFirst()
                skipBlanks()
                chain += "/" + (try step())
            } else if next == "+" || next == "~" || next == "|" {
                throw refusal("the combinator “\(next)” is not supported; children (>) and descendants (a blank) are")
            } else if hasBlanks {
                chain += "/**/" + (try step())
            } else {
                return chain
            }
        }
    }

    /// What is known of one element.
    private struct Step {
        var type = "*"
        var tests: [String] = []
        var place: Int?
    }

    /// One element: its type, then what it has to have.
    private mutating func step() throws(LocatorError) -> String {
        var step = Step()
        let start = rest
        let tag = take("*") ? "" : name()
        if rest.first == "|" { throw refusal("namespaces are not supported") }
        if !tag.isEmpty { step.type = try type(tag) }
        var hasID = false
        reading: while let mark = rest.first {
            switch mark {
            case "#":
                rest.removeFirst()
                let id = try requiredName(of: "an id")
                // Of several the driver takes the first.
                if !hasID { step.tests.insert("name == \(Self.quoted(id))", at: 0) }
                hasID = true
            case ".":
                rest.removeFirst()
                let name = try requiredName(of: "a class")
                // Selenium's own strategy for classes.
                guard start.startIndex == selector.startIndex, rest.isEmpty, step.type == "*", step.tests.isEmpty,
                    let type = ElementType.className(ofTool: name)
                else { throw refusal("“.\(name)” is a class, and elements have none beside their type") }
                step.type = type
            case "[":
                rest.removeFirst()
                try readAttribute(into: &step)
            case ":":
                rest.removeFirst()
                try readPseudoClass(into: &step)
            case "&": throw refusal("nesting (&) is not supported")
            default: break reading
            }
        }
        guard rest.startIndex > start.startIndex else {
            let place = rest.first.map { "before “\($0)”" } ?? "at the end"
            throw refusal("a type, *, #id or [attribute] is missing \(place)")
        }
        let test = step.tests.joined(separator: " AND ").replacing("`", with: "``")
        return step.type + (test.isEmpty ? "" : "[`\(test)`]") + (step.place.map { "[\($0)]" } ?? "")
    }

    /// The type that a tag names: `button` is `XCUIElementTypeButton`. The driver takes any name, and WebDriverAgent then every
    /// element of no other type; that is never what is meant.
    private func type(_ tag: String) throws(LocatorError) -> String {
        let short = tag.hasPrefix(ElementType.prefix) ? String(tag.dropFirst(ElementType.prefix.count)) : tag
        let name = short.prefix(1).uppercased() + short.dropFirst()
        guard ElementType.isKnown(name) else {
            let near = NearSpelling.nearest(to: name, among: ElementType.names)
            throw refusal("“\(tag.prefix(60))” is no type of element\(near.map { ", perhaps \($0) is meant" } ?? "")")
        }
        return ElementType.className(name)
    }

    // MARK: Attributes

    /// What attributes and pseudo-classes name, and how each is written in a predicate.
    private enum Attribute {
        case flag(String), text(String), place

        init?(_ name: String) {
            switch name.lowercased() {
            case "visible", "accessible", "enabled": self = .flag(name.lowercased())
            case "accessibility-container": self = .flag("accessibilityContainer")
            case "name", "id": self = .text("name")
            case "label", "value", "type": self = .text(name.lowercased())
            case "index", "nth-child": self = .place
            default: return nil
            }
        }

        static let names = "visible, accessible, accessibility-container, enabled, index, label, name, value, type"
    }

    /// `name`, or `name="value"` with one of the operators, and the closing bracket.
    private mutating func readAttribute(into step: inout Step) throws(LocatorError) {
        skipBlanks()
        let name = try requiredName(of: "an attribute")
        skipBlanks()
        if rest.first == "|", !rest.hasPrefix("|=") { throw refusal("namespaces are not supported") }
        var sign: Character = "="
        var value: String?
        if !take("]") {
            guard let first = rest.popFirst() else { throw refusal("a bracket is not closed") }
            sign = first
            guard sign == "=" || "~^$*".contains(sign) && take("=") else {
                throw refusal("“\(sign)” is no operator; =, ~=, ^=, $= and *= are")
            }
            skipBlanks()
            value = try self.value()
        }
        try add(name, sign, value, to: &step)
    }

    /// `visible`, or `nth-child(2)`.
    private mutating func readPseudoClass(into step: inout Step) throws(LocatorError) {
        if rest.first == ":" { throw refusal("pseudo-elements are not supported") }
        let name = try requiredName(of: "a pseudo-class")
        var value: String?
        if take("(") {
            guard let end = rest.firstIndex(of: ")") else { throw refusal("a parenthesis is not closed") }
            var argument = rest[..<end].drop(while: \.isWhitespace)
            while argument.last?.isWhitespace == true { argument.removeLast() }
            if let quote = argument.first, quote == "\"" || quote == "'", argument.count > 1, argument.last == quote {
                argument = argument.dropFirst().dropLast()
            }
            value = String(argument)
            rest = rest[end...].dropFirst()
        }
        try add(name, "=", value, to: &step)
    }

    private func add(_ name: String, _ sign: Character, _ value: String?, to step: inout Step) throws(LocatorError) {
        switch Attribute(name) {
        case nil: throw refusal("there is no attribute “\(name.prefix(60))”; there are \(Attribute.names)")
        case .flag(let key):
            switch value?.lowercased() {
            case nil, "", "true", "1": step.tests.append("\(key) == 1")
            case "false", "0": step.tests.append("\(key) == 0")
            case let word?:
                throw refusal("“\(name)” is true or 1, false or 0, or nothing, and not “\(word.prefix(60))”")
            }
        case .place:
            guard let place = value.flatMap({ Int($0) }), place != 0 else {
                throw refusal("“\(name)” takes a place such as 2 or -1, and not “\(value?.prefix(60) ?? "")”")
            }
            // Of several the driver takes the first.
            step.place = step.place ?? place
        case .text(let key):
            guard let value else {
                step.tests.append("\(key) != nil")
                return
            }
            guard !value.isEmpty else { throw refusal("“\(name)” needs a text, such as [\(name)=\"Pay\"]") }
            switch sign {
            case "~": step.tests.append("\(key) CONTAINS \(Self.quoted(value))")
            case "^": step.tests.append("\(key) BEGINSWITH \(Self.quoted(value))")
            case "$": step.tests.append("\(key) ENDSWITH \(Self.quoted(value))")
            // A pattern has to fit the whole text, so that this is hardly more than =.
            case "*": step.tests.append("\(key) MATCHES \(Self.quoted(Self.pattern(value)))")
            default: step.tests.append("\(key) == \(Self.quoted(value))")
            }
        }
    }

    /// A value in quotes, or a plain word, and the bracket behind it.
    private mutating func value() throws(LocatorError) -> String {
        var value = ""
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            value = String(rest.prefix { $0 != "]" && !$0.isWhitespace })
            rest = rest.dropFirst(value.count)
            guard !value.hasPrefix("$") else {
                throw refusal("“\(value.prefix(60))” is a substitution, of which there are none")
            }
            try closeBracket()
            return value
        }
        rest.removeFirst()
        // Clients put names between the quotes as they are, so that only a quote before the bracket ends it.
        while true {
            guard let next = rest.popFirst() else { throw refusal("a quote is not closed") }
            if next == quote, endsValue { break }
            if next == "\\", let escaped = rest.first, escaped == quote || escaped == "\\" {
                rest.removeFirst()
                value.append(escaped)
            } else {
                value.append(next)
            }
        }
        try closeBracket()
        return value
    }

    /// Whether nothing but a modifier stands before the bracket that closes.
    private var endsValue: Bool {
        let behind = rest.prefix(8).drop(while: \.isWhitespace)
        return behind.first == "]"
            || ["i", "I", "s", "S"].contains { behind.hasPrefix("\($0)]") && behind.startIndex > rest.startIndex }
    }

    private mutating func closeBracket() throws(LocatorError) {
        skipBlanks()
        guard !take("]") else { return }
        throw refusal(
            rest.dropFirst().first == "]"
                ? "modifiers such as “\(rest.prefix(1))” are not supported" : "a bracket is not closed"
        )
    }

    /// A pattern that finds a text as it is.
    private static func pattern(_ text: String) -> String {
        var pattern = ""
        for character in text {
            if "\\^$.*+?()[]{}|".contains(character) { pattern += "\\" }
            pattern.append(character)
        }
        return pattern
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
