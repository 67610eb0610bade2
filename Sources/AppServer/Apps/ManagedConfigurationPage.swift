import AppBundles
import HTTP
import PropertyList
import Services
import Web

/// `/apps/{app}/managed-configuration`, the page.
struct ManagedConfigurationPage: Page {
    /// What became of what was sent.
    struct Outcome {
        /// The profile that is in the layer now.
        var profile: ConfigurationProfile?
        /// Why nothing was taken.
        var refused: String?
        /// What was typed into fields, and what is wrong with it, by key.
        var typed: [String: [String]] = [:]
        var faults: [String: String] = [:]
    }

    static let template = "pages/managed-configuration"
    private static let mostFields = 500
    private static let mostValues = 200

    let app: AppShape
    let configuration: ManagedConfiguration
    let languages: [String]
    let host: String
    let outcome: Outcome

    static let members: Members<Self> = [
        "path": .text { $0.path }, "domain": .text { $0.configuration.domain }, "host": .text { $0.host },
        "domainPath": .text { PageAddress.path(ofDomain: $0.configuration.domain) },
        "refused": .text { $0.outcome.refused }, "hasProfile": .flag { $0.outcome.profile != nil },
        "profileName": .text { $0.outcome.profile?.name }, "isSigned": .flag { $0.outcome.profile?.isSigned ?? false },
        "others": .texts { page in
            page.outcome.profile.map { $0.forced.keys.filter { $0 != page.configuration.domain }.sorted() } ?? []
        },
        "passedOver": .texts { $0.outcome.profile?.passedOver ?? [] },
        "hasConfig": .flag { $0.configuration.config != nil },
        "configVersion": .text { $0.configuration.config?.version },
        "otherApp": .text { page in
            page.configuration.config?.bundleIdentifier.flatMap { $0 == page.configuration.domain ? nil : $0 }
        },
        "faults": .texts { page in page.unknown.prefix(mostValues).map(\.message) },
        "fields": .list { $0.fields },
        "moreFields": .number { $0.shown.count > mostFields ? $0.shown.count - mostFields : nil },
        "hasForced": .flag { !$0.configuration.forced.isEmpty },
        "forced": .list { page in
            page.configuration.forced.sorted { $0.key < $1.key }.prefix(mostValues).map { key, value in
                LayerSection.Value(key: key, value: value, isSecret: page.configuration.secrets.keys.contains(key))
            }
        },
        "withheld": .part { $0.configuration.withheld.isEmpty ? nil : Count($0.configuration.withheld.count) },
        "feedback": .text { page in
            page.configuration.feedback.map {
                page.configuration.secrets.keys.contains(ConfigurationProfile.feedbackKey)
                    ? ValueText.hidden : ValueText.line($0, limit: 2_000)
            }
        },
        "configurationKey": .text { _ in ConfigurationProfile.configurationKey },
        "feedbackKey": .text { _ in ConfigurationProfile.feedbackKey },
    ]

    /// Where it is.
    var path: String { app.address + "/managed-configuration" }

    /// Faults of values that no field is for.
    private var unknown: [AppConfig.Fault] {
        let shown = Set(fields.map(\.field.key))
        return configuration.faults.filter { !shown.contains($0.key) }
    }

    private var shown: [AppConfig.Field] { configuration.config?.fields.filter { $0.control != .hidden } ?? [] }

    private var fields: [ManagedField] {
        let faults = Dictionary(configuration.faults.map { ($0.key, $0.message) }) { first, _ in first }
        let hidden = configuration.secrets.keys.contains(ConfigurationProfile.configurationKey)
        var group: String?
        return shown.prefix(Self.mostFields).enumerated().map { index, field in
            let own = field.group.text(in: languages)
            defer { group = own }
            return ManagedField(
                field: field,
                index: index,
                texts: outcome.typed[field.key]
                    ?? (hidden ? [] : configuration.values[field.key].map(ManagedField.texts) ?? []),
                fault: outcome.faults[field.key],
                unmet: outcome.typed[field.key] == nil ? faults[field.key] : nil,
                languages: languages,
                heading: own == group ? nil : own
            )
        }
    }
}

/// A field of an app config in a form.
struct ManagedField: PageModel {
    let field: AppConfig.Field
    let index: Int
    /// The value as the form sends it, or what was typed.
    let texts: [String]
    /// What is wrong with what was typed, and with what is stored.
    let fault: String?
    let unmet: String?
    let languages: [String]
    /// The name of the group that begins with it.
    let heading: String?

    /// A choice of a menu.
    struct Option: PageModel {
        let number: Int
        let text: String
        let title: String
        let isSelected: Bool

        static let members: Members<Self> = [
            "number": .number { $0.number }, "text": .text { $0.text }, "title": .text { $0.title },
            "selected": .flag { $0.isSelected },
        ]
    }

    static let members: Members<Self> = [
        "index": .number { $0.index }, "name": .text { name(of: $0.field) }, "key": .text { $0.field.key },
        "label": .text { $0.field.label.text(in: $0.languages) ?? $0.field.key }, "heading": .text { $0.heading },
        "description": .text { $0.field.description.text(in: $0.languages) }, "type": .text { $0.field.type.rawValue },
        "isRequired": .flag { !$0.field.isNullable }, "isLength": .flag { $0.element == .string },
        "minimum": .text { $0.field.minimum.map { PropertyListValue.real($0).coercedString ?? "" } },
        "maximum": .text { $0.field.maximum.map { PropertyListValue.real($0).coercedString ?? "" } },
        "pattern": .text { $0.field.pattern }, "fault": .text { $0.fault }, "unmet": .text { $0.unmet },
        "default": .text { $0.field.defaultValue.map { ValueText.line($0, limit: 200) } },
        "isCheckbox": .flag { $0.control == .checkbox }, "isMenu": .flag { $0.control == .select },
        "isRadio": .flag { $0.control == .radio }, "isChecks": .flag { $0.control == .multiselect },
        "isLines": .flag { $0.control == .list }, "isLine": .flag { $0.control == .input },
        "isNumber": .flag { $0.element != .string }, "options": .list { $0.options },
        "isOn": .flag { $0.texts.last == "true" }, "isUnset": .flag { ($0.texts.last ?? "").isEmpty },
        "value": .text { $0.texts.joined(separator: "\n") },
    ]

    /// What the field is called in forms: keys may be anything.
    static func name(of field: AppConfig.Field) -> String { "field." + field.key }

    private var element: AppConfig.FieldType { field.type.element ?? field.type }

    /// The control that the presentation asks for, where it can hold the field's values; else the one for its type.
    private var control: AppConfig.Control {
        let isArray = field.type.element != nil
        let hasChoices = !field.choices.isEmpty || element == .boolean
        switch field.control {
        case .checkbox where field.type == .boolean: return .checkbox
        case .radio where !isArray && hasChoices: return .radio
        default: return isArray ? field.choices.isEmpty ? .list : .multiselect : hasChoices ? .select : .input
        }
    }

    private var options: [Option] {
        let choices = field.choices.isEmpty && element == .boolean ? [.bool(true), .bool(false)] : field.choices
        return choices.flatMap(Self.texts).enumerated().map { number, text in
            let title =
                field.titles[text]?.text(in: languages) ?? (element == .boolean ? text == "true" ? "Yes" : "No" : text)
            return Option(number: number, text: text, title: title, isSelected: texts.contains(text))
        }
    }

    /// A value as the texts of a form.
    static func texts(_ value: PropertyListValue) -> [String] {
        switch value {
        case .bool(let isOn): [isOn ? "true" : "false"]
        case .array(let elements): elements.flatMap(texts)
        default: [value.coercedString ?? ""]
        }
    }

    /// The value that the texts of a form stand for; nil for none.
    static func value(_ texts: [String], of field: AppConfig.Field) throws(TypedTextError) -> PropertyListValue? {
        guard let element = field.type.element else {
            // A ticked box sends its own value behind that of the hidden field for an unticked one.
            guard let text = texts.last, !text.isEmpty else { return nil }
            return try one(text, field.type)
        }
        let lines = texts.flatMap { $0.split(whereSeparator: \.isNewline) }
        var elements: [PropertyListValue] = []
        for line in lines { elements.append(try one(String(line), element)) }
        return elements.isEmpty ? nil : .array(elements)
    }

    private static func one(
        _ text: String,
        _ type: AppConfig.FieldType
    ) throws(TypedTextError) -> PropertyListValue {
        switch type {
        case .boolean: try TypedText.value(text, as: .boolean)
        case .integer: try TypedText.value(text, as: .integer)
        case .float: try TypedText.value(text, as: .real)
        default: try TypedText.value(text, as: .string)
        }
    }
}
