import Diagnostics
import PropertyList

/// Reads specifiers into rows, with the text of one strings table, and notes what is wrong with them.
struct RowReader {
    let source: PaneSource
    let table: StringsTable
    let language: String?
    let bundle: SettingsBundle
    private(set) var findings: [BundleFinding] = []
    private var keys: Set<String> = []

    init(source: PaneSource, table: StringsTable, language: String?, bundle: SettingsBundle) {
        self.source = source
        self.table = table
        self.language = language
        self.bundle = bundle
    }

    /// Notes a finding about a specifier, in a sentence that begins with its place.
    mutating func note(
        _ severity: Diagnostic.Severity,
        _ rule: String,
        _ message: String,
        _ specifier: Specifier
    ) {
        let key = specifier["Key"]?.coercedString
        let name = specifier["Title"]?.coercedString ?? key ?? ""
        let label = name.isEmpty ? "" : " (“\(name.prefix(60))”)"
        findings.append(
            BundleFinding(
                severity,
                rule,
                "Row \(specifier.index)\(label) \(message).",
                file: source.file,
                pane: source.name,
                row: specifier.index,
                key: key
            )
        )
    }

    /// Whether this is the first row of the pane with a key.
    mutating func isFirst(_ key: String) -> Bool { keys.insert(key).inserted }

    /// A specifier; nil for what is none, which is noted.
    mutating func specifier(_ value: PropertyListValue, at index: Int) -> Specifier? {
        let members = value.dictionaryValue ?? [:]
        let name = members["Type"]?.stringValue ?? ""
        let specifier = Specifier(index: index, typeName: name, type: SpecifierType(rawValue: name), members: members)
        guard value.dictionaryValue != nil else {
            note(
                .error,
                "settings.row.notADictionary",
                "is a \(value.typeName), not a dictionary, and skipped",
                specifier
            )
            return nil
        }
        guard !name.isEmpty else {
            note(.error, "settings.row.noType", "has no Type and is skipped; give it one", specifier)
            return nil
        }
        return specifier
    }

    /// The longest footer that is no burden, in characters: some ten lines on a phone.
    private static let longFooter = 2_000

    mutating func group(_ specifier: Specifier) -> SettingsGroup {
        if specifier.type == .group { check(specifier, .group) }
        let footer = text(specifier["FooterText"])
        if let footer, footer.utf8.count > Self.longFooter {
            note(.info, "settings.group.longFooter", "has a footer of \(footer.count) characters", specifier)
        }
        return SettingsGroup(title: text(specifier["Title"]), footer: footer, key: specifier["Key"]?.stringValue)
    }

    mutating func row(_ specifier: Specifier) -> SettingsRow {
        var presentation = presentation(specifier)
        let content = content(specifier, &presentation)
        return SettingsRow(
            index: specifier.index,
            specifier: specifier.typeName,
            title: text(specifier["Title"]) ?? "",
            key: specifier["Key"]?.coercedString,
            defaultValue: specifier["DefaultValue"],
            content: content,
            presentation: presentation,
            condition: RowCondition.words(specifier)
        )
    }

    private mutating func content(
        _ specifier: Specifier,
        _ presentation: inout RowPresentation
    ) -> SettingsRow.Content {
        guard let type = specifier.type else {
            note(
                .warning,
                "settings.row.unknownType",
                "has the type “\(specifier.typeName.prefix(60))”, which neither Settings nor InAppSettingsKit shows",
                specifier
            )
            return .unsupported
        }
        check(specifier, type)
        switch type {
        case .group: return .unsupported
        case .textField: return .textField(textFieldTraits(specifier))
        case .title: return .title(choices(specifier, required: false, &presentation))
        case .toggle: return .toggle(toggleValues(specifier))
        case .slider: return .slider(sliderRange(specifier))
        case .multiValue: return .multiValue(choices(specifier, required: true, &presentation))
        case .radioGroup: return .radioGroup(choices(specifier, required: true, &presentation))
        case .childPane: return childContent(specifier)
        case .openURL: return .link(link(.url, specifier))
        case .mailCompose: return .link(mail(specifier))
        case .button: return .button
        case .textView: return .textView(textFieldTraits(specifier))
        case .datePicker: return .datePicker(datePickerTraits(specifier))
        case .listGroup: return .list(list(specifier))
        case .customView: return .custom
        }
    }

    /// Localised text; nil when there is none. Numbers appear as their digits.
    func text(_ value: PropertyListValue?) -> String? {
        guard let key = value?.coercedString, !key.isEmpty else { return nil }
        return table.text(for: key)
    }
}
