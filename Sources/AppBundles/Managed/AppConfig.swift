import Foundation
import Markup
public import PropertyList

/// What an app lets a device management configure: App Config XML of the AppConfig Community (`<managedAppConfiguration>`).
public struct AppConfig: Sendable, Hashable {
    /// The types of fields; the raw values are the names of the elements.
    public enum FieldType: String, Sendable, Hashable, CaseIterable {
        case string, boolean, integer, float, stringArray, booleanArray, integerArray, floatArray

        /// The type of an element of an array; nil for a single value.
        public var element: FieldType? {
            switch self {
            case .stringArray: .string
            case .booleanArray: .boolean
            case .integerArray: .integer
            case .floatArray: .float
            default: nil
            }
        }

        /// The type in a sentence.
        public var words: String {
            switch self {
            case .string: "a string"
            case .boolean: "a boolean"
            case .integer: "an integer"
            case .float: "a number"
            default: "an array"
            }
        }
    }

    /// How a form shows a field; the raw values are those of `type` in the presentation.
    public enum Control: String, Sendable, Hashable, CaseIterable {
        case input, checkbox, select, radio, multiselect, list, hidden
    }

    /// A text in one or more languages, that of the default locale first.
    public struct Text: Sendable, Hashable {
        /// The languages, as the document spells them; empty for a text that names none.
        public var languages: [String] = []
        /// The text in each of them.
        public var texts: [String] = []

        /// The text in the first of some languages that it is in, else in the default one.
        public func text(in wanted: [String] = []) -> String? {
            let language = wanted.prefix(5).lazy.compactMap { LanguageTag.match($0, among: languages) }.first
            return language.flatMap(languages.firstIndex).map { texts[$0] } ?? texts.first
        }
    }

    /// One key that can be configured.
    public struct Field: Sendable, Hashable {
        /// The key in the dictionary that the app reads.
        public var key: String
        /// The type of its value.
        public var type: FieldType
        /// The value that is suggested; nil for none.
        public var defaultValue: PropertyListValue?
        /// Whether it may be left out.
        public var isNullable = true
        /// The least number, or length of a text; of an array, that of its elements.
        public var minimum: Double?
        /// The greatest number, or length of a text.
        public var maximum: Double?
        /// The values it may have, or its elements; empty for any.
        public var choices: [PropertyListValue] = []
        /// A regular expression that a text is meant for. It is shown and not run.
        public var pattern: String?
        /// How forms show it; nil where the document does not say.
        public var control: Control?
        /// What forms call it.
        public var label = Text()
        /// What forms say of it.
        public var description = Text()
        /// The heading it stands under.
        public var group = Text()
        /// What forms call its choices, by their text.
        public var titles: [String: Text] = [:]
    }

    /// The version that the document says it has.
    public var version: String?
    /// The bundle identifier of the app.
    public var bundleIdentifier: String?
    /// The fields: those of the presentation in its order, then the rest in theirs.
    public var fields: [Field] = []

    /// A value that does not fit.
    public struct Fault: Sendable, Hashable {
        /// The key.
        public var key: String
        /// One sentence for people.
        public var message: String
    }

    /// What is wrong with some values: unknown keys, types, bounds, and what is missing. A key has one fault at most.
    public func faults(of values: [String: PropertyListValue]) -> [Fault] {
        var faults: [Fault] = []
        let known = Dictionary(fields.map { ($0.key, $0) }) { first, _ in first }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            let message = known[key].map { $0.fault(of: value) } ?? "The app config has no field “\(key)”."
            if let message { faults.append(Fault(key: key, message: message)) }
        }
        for field in fields where !field.isNullable && values[field.key] == nil {
            faults.append(Fault(key: field.key, message: "“\(field.key)” must have a value."))
        }
        return faults
    }
}

extension AppConfig.Field {
    /// Why a value does not fit; nil where it does.
    public func fault(of value: PropertyListValue) -> String? {
        guard let element = type.element else { return fault(ofOne: value, type) }
        guard let elements = value.arrayValue else { return "“\(key)” takes an array." }
        return elements.lazy.compactMap { fault(ofOne: $0, element) }.first
    }

    private func fault(ofOne value: PropertyListValue, _ type: AppConfig.FieldType) -> String? {
        let measure: Double?
        switch (type, value) {
        case (.string, .string(let text)): measure = Double(text.count)
        case (.boolean, .bool): measure = nil
        case (.integer, .integer), (.integer, .unsigned), (.float, .integer), (.float, .unsigned), (.float, .real):
            measure = value.numberValue
        default: return "“\(key)” takes \(type.words); the value is of type \(value.typeName)."
        }
        if let measure {
            guard measure.isFinite else { return "“\(key)” takes a finite number." }
            let what = type == .string ? "The length of “\(key)”" : "“\(key)”"
            if let minimum, measure < minimum { return "\(what) must be at least \(Self.digits(minimum))." }
            if let maximum, measure > maximum { return "\(what) must be at most \(Self.digits(maximum))." }
        }
        let isChoice = choices.contains {
            $0.isIdentical(to: value) || value.numberValue != nil && $0.numberValue == value.numberValue
        }
        guard choices.isEmpty || isChoice else {
            let listed = choices.prefix(20).compactMap(\.coercedString).joined(separator: ", ")
            return "“\(key)” must be one of these: \(listed)."
        }
        return nil
    }

    private static func digits(_ number: Double) -> String { PropertyListValue.real(number).coercedString ?? "" }
}

/// Why a managed configuration could not be read.
public struct ManagedConfigurationError: Error, Sendable, Hashable {
    /// One sentence for people.
    public var message: String
    /// The line, where one is known.
    public var line: Int?

    /// Creates an error.
    public init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}

extension AppConfig {
    /// The most bytes of a document.
    public static let mostBytes = 1 << 20
    private static let mostElements = 50_000
    private static let mostFields = 2_000

    /// Reads a document.
    /// - Throws: for what is none, or breaks a limit.
    public init(xml bytes: [UInt8]) throws(ManagedConfigurationError) {
        guard let config = try Self.read(bytes) else {
            throw ManagedConfigurationError("The document is no app config: its root is not <managedAppConfiguration>.")
        }
        self = config
    }

    /// Reads a document; nil where the root is another one, or there is none.
    /// - Throws: for one that is damaged, or breaks a limit.
    public static func read(_ bytes: [UInt8]) throws(ManagedConfigurationError) -> AppConfig? {
        let reader = AppConfigReader(root: "managedAppConfiguration", mostElements: mostElements)
        let error = MarkupParser.parse(bytes, limits: .init(maximumDepth: 32), handler: reader)
        guard let root = reader.root else { return nil }
        guard bytes.count <= mostBytes else {
            throw ManagedConfigurationError("An app config has at most \(mostBytes) bytes.")
        }
        guard !reader.isFull else {
            throw ManagedConfigurationError("An app config has at most \(mostElements) elements.")
        }
        if let error { throw ManagedConfigurationError(error.message, line: error.line) }
        return try AppConfig(root)
    }

    private init(_ root: AppConfigReader.Element) throws(ManagedConfigurationError) {
        version = root["version"]?.words
        bundleIdentifier = root["bundleId"]?.words
        var defined: [Field] = []
        var places: [String: Int] = [:]
        for element in root["dict"]?.children ?? [] {
            let field = try Field(element)
            guard places.updateValue(defined.count, forKey: field.key) == nil else {
                throw ManagedConfigurationError("The field “\(field.key)” is there twice.", line: element.line)
            }
            guard defined.count < Self.mostFields else {
                throw ManagedConfigurationError("An app config has at most \(Self.mostFields) fields.")
            }
            defined.append(field)
        }
        let presentation = root["presentation"]
        let locale = presentation?.attributes["defaultLocale"] ?? "en-US"
        var waiting = (presentation?.children ?? []).reversed().map { ($0, Text()) }
        while let (element, group) = waiting.popLast() {
            if element.name == "fieldGroup" {
                let name = Text(element["name"], locale)
                waiting += element.children.reversed().map { ($0, name) }
            } else if element.name == "field", let key = element.attributes["keyName"],
                let place = places.removeValue(forKey: key)
            {
                defined[place].present(element, in: group, locale)
                fields.append(defined[place])
            }
        }
        fields += defined.filter { places[$0.key] != nil }
    }
}

extension AppConfig.Field {
    /// Reads the type of a field, what is suggested and what is allowed.
    fileprivate init(_ element: AppConfigReader.Element) throws(ManagedConfigurationError) {
        guard let type = AppConfig.FieldType(rawValue: element.name) else {
            throw ManagedConfigurationError(
                "There is no type “\(element.name.prefix(40))” of fields.",
                line: element.line
            )
        }
        guard let key = element.attributes["keyName"], !key.isEmpty else {
            throw ManagedConfigurationError("A field has no “keyName”.", line: element.line)
        }
        self.init(key: key, type: type)
        let one = type.element ?? type
        let suggested = (element["defaultValue"]?.all("value") ?? []).compactMap { Self.value($0.text, one) }
        if type.element == nil {
            defaultValue = suggested.first
        } else if !suggested.isEmpty {
            defaultValue = .array(suggested)
        }
        guard let constraint = element["constraint"] else { return }
        isNullable = constraint.attributes["nullable"]?.lowercased() != "false"
        pattern = constraint.attributes["pattern"]
        minimum = try Self.bound("min", of: constraint)
        maximum = try Self.bound("max", of: constraint)
        for choice in constraint["values"]?.all("value") ?? [] {
            guard let value = Self.value(choice.text, one) else {
                throw ManagedConfigurationError("A value of “\(key)” is not \(one.words).", line: choice.line)
            }
            choices.append(value)
        }
    }

    private static func bound(
        _ name: String,
        of constraint: AppConfigReader.Element
    ) throws(ManagedConfigurationError) -> Double? {
        guard let text = constraint.attributes[name], !text.isEmpty else { return nil }
        guard let number = PropertyListValue.string(text).looseNumber, number.isFinite else {
            throw ManagedConfigurationError("“\(name)” is not a number.", line: constraint.line)
        }
        return number
    }

    private static func value(_ text: String, _ type: AppConfig.FieldType) -> PropertyListValue? {
        let word = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        switch type {
        case .boolean:
            let isTrue = ["true", "1", "yes"].contains(word.lowercased())
            return isTrue || ["false", "0", "no"].contains(word.lowercased()) ? .bool(isTrue) : nil
        case .integer: return Int64(word).map { .integer($0) }
        case .float: return PropertyListValue.string(word).looseNumber.flatMap { $0.isFinite ? .real($0) : nil }
        default: return .string(text)
        }
    }

    /// Takes over how the presentation shows it.
    fileprivate mutating func present(_ element: AppConfigReader.Element, in group: AppConfig.Text, _ locale: String) {
        self.group = group
        control = element.attributes["type"].flatMap(AppConfig.Control.init)
        label = AppConfig.Text(element["label"], locale)
        description = AppConfig.Text(element["description"], locale)
        for option in element["options"]?.all("option") ?? [] {
            guard let value = option.attributes["value"] else { continue }
            titles[value] = titles[value] ?? AppConfig.Text(option, locale)
        }
    }
}

extension AppConfig.Text {
    private static let mostLanguages = 100

    /// Reads `<language>` elements, or the text that stands there without one.
    fileprivate init(_ element: AppConfigReader.Element?, _ locale: String) {
        guard let element else { return }
        for each in element.all("language").prefix(Self.mostLanguages) where !each.words.isEmpty {
            let language = each.attributes["value"] ?? ""
            let place = language.lowercased() == locale.lowercased() ? 0 : texts.count
            languages.insert(language, at: place)
            texts.insert(each.words, at: place)
        }
        if texts.isEmpty, !element.words.isEmpty { (languages, texts) = ([""], [element.words]) }
    }
}

/// Keeps the elements of a document, as far as its root is the one that is looked for.
private final class AppConfigReader: MarkupHandler {
    /// An element with what is in it. The depth of documents bounds how deep they hold each other.
    final class Element {
        let name: String
        let attributes: [String: String]
        let line: Int
        var text = ""
        var children: [Element] = []

        init(name: String, attributes: [String: String], line: Int) {
            (self.name, self.attributes, self.line) = (name, attributes, line)
        }

        /// The text without what only lays it out.
        var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

        /// The first element of the name in it.
        subscript(name: String) -> Element? { children.first { $0.name == name } }

        /// The elements of the name in it.
        func all(_ name: String) -> [Element] { children.filter { $0.name == name } }
    }

    private(set) var root: Element?
    /// Whether there are more elements than are read.
    private(set) var isFull = false
    private let rootName: String
    private var room: Int
    private var open: [Element] = []

    init(root: String, mostElements: Int) { (rootName, room) = (root, mostElements) }

    func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool {
        guard root != nil || name == rootName else { return false }
        room -= 1
        isFull = room < 0
        guard !isFull else { return false }
        let attributes = Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
        let element = Element(name: name, attributes: attributes, line: line)
        if let around = open.last { around.children.append(element) } else { root = element }
        open.append(element)
        return true
    }

    func text(_ text: String) { open.last?.text += text }

    func end(_ name: String) { _ = open.popLast() }
}
