import Diagnostics
import Foundation
import PropertyList

/// Reads specifiers into rows, with the text of one strings table, and notes what is wrong with them.
struct RowReader {
    let file: String
    let table: StringsTable
    let language: String?
    let bundle: SettingsBundle
    private(set) var report: [Diagnostic] = []
    private var keys: Set<String> = []

    init(file: String, table: StringsTable, language: String?, bundle: SettingsBundle) {
        self.file = file
        self.table = table
        self.language = language
        self.bundle = bundle
    }

    /// Notes a finding about a specifier, in a sentence that begins with its place.
    mutating func note(
        _ severity: Diagnostic.Severity,
        _ code: String,
        _ message: String,
        _ specifier: Specifier
    ) {
        let name = specifier["Title"]?.coercedString ?? specifier["Key"]?.coercedString ?? ""
        let label = name.isEmpty ? "" : " (“\(name.prefix(60))”)"
        report.append(
            Diagnostic(severity, code, "Row \(specifier.index)\(label) \(message).", file: file)
        )
    }

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

    func group(_ specifier: Specifier) -> SettingsGroup {
        SettingsGroup(title: text(specifier["Title"]), footer: text(specifier["FooterText"]))
    }

    mutating func row(_ specifier: Specifier) -> SettingsRow {
        SettingsRow(
            index: specifier.index,
            specifier: specifier.typeName,
            title: text(specifier["Title"]) ?? "",
            key: specifier["Key"]?.coercedString,
            defaultValue: specifier["DefaultValue"],
            content: content(specifier)
        )
    }

    private mutating func content(_ specifier: Specifier) -> SettingsRow.Content {
        guard let type = specifier.type else {
            note(
                .warning,
                "settings.row.unknownType",
                "has the type “\(specifier.typeName.prefix(60))”, which the Settings app does not show",
                specifier
            )
            return .unsupported
        }
        check(specifier, type)
        switch type {
        case .group: return .unsupported
        case .textField: return .textField(textFieldTraits(specifier))
        case .title: return .title(choices(specifier, required: false))
        case .toggle: return .toggle(toggleValues(specifier))
        case .slider: return .slider(sliderRange(specifier))
        case .multiValue: return .multiValue(choices(specifier, required: true))
        case .radioGroup: return .radioGroup(choices(specifier, required: true))
        case .childPane: return .childPane(childPane(specifier))
        }
    }

    /// What every type can have wrong: keys that are missing, empty, repeated or unknown.
    private mutating func check(_ specifier: Specifier, _ type: SpecifierType) {
        if type != .childPane {
            let key = specifier["Key"]?.coercedString
            if key == nil {
                note(.error, "settings.row.missingKey", "has no Key, so nothing can be stored; give it one", specifier)
            } else if key?.isEmpty == true {
                note(
                    .error,
                    "settings.row.emptyKey",
                    "has an empty Key; iOS 18 shows the whole bundle blank because of it. Give it one",
                    specifier
                )
            } else if let key, !keys.insert(key).inserted {
                note(
                    .warning,
                    "settings.row.duplicateKey",
                    "shares the Key “\(key.prefix(60))” with a row above; both change together",
                    specifier
                )
            }
        }
        for key in type.requiredKeys where specifier[key] == nil {
            note(.warning, "settings.row.missing\(key)", "has no \(key), which its type needs", specifier)
        }
        // Keys of InAppSettingsKit are meant for that library.
        let unknown = specifier.members.keys.filter {
            !type.keys.contains($0) && $0 != "Type" && $0 != "SupportedUserInterfaceIdioms" && !$0.hasPrefix("IASK")
        }
        for key in unknown.sorted() {
            note(
                .info,
                "settings.row.unknownKey",
                "has a key “\(key.prefix(60))” that its type does not know",
                specifier
            )
        }
    }

    /// Localised text; nil when there is none. Numbers appear as their digits.
    func text(_ value: PropertyListValue?) -> String? {
        guard let key = value?.coercedString, !key.isEmpty else { return nil }
        return table.text(for: key)
    }
}
