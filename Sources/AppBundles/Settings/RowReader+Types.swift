import Diagnostics
import Foundation
import PropertyList

extension RowReader {
    mutating func textFieldTraits(_ specifier: Specifier) -> TextFieldTraits {
        var traits = TextFieldTraits()
        traits.isSecure = specifier["IsSecure"]?.coercedBool ?? false
        traits.keyboard = named("KeyboardType", of: specifier) ?? .alphabet
        traits.autocapitalization = named("AutocapitalizationType", of: specifier) ?? .none
        traits.autocorrection = named("AutocorrectionType", of: specifier) ?? .systemDefault
        return traits
    }

    /// One of the names that the schema gives a key; nil, with a note, for others.
    private mutating func named<Names: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        of specifier: Specifier
    ) -> Names? {
        guard let value = specifier[key] else { return nil }
        let text = value.coercedString ?? value.typeName
        if let name = Names(rawValue: text) { return name }
        let names = Names.allCases.map(\.rawValue).joined(separator: ", ")
        note(
            .warning,
            "settings.row.unknownValue",
            "has the \(key) “\(text.prefix(60))”; it is ignored. Use one of \(names)",
            specifier
        )
        return nil
    }

    mutating func toggleValues(_ specifier: Specifier) -> ToggleValues {
        let values = ToggleValues(
            trueValue: specifier["TrueValue"] ?? .bool(true),
            falseValue: specifier["FalseValue"] ?? .bool(false)
        )
        if values.trueValue.matchesLoosely(values.falseValue) {
            note(
                .error,
                "settings.row.toggleValues",
                "stores the same value on and off, so it cannot be turned off; make TrueValue and FalseValue differ",
                specifier
            )
        }
        if let value = specifier["DefaultValue"], !value.matchesLoosely(values.trueValue),
            !value.matchesLoosely(values.falseValue)
        {
            note(
                .warning,
                "settings.row.toggleDefault",
                "has a DefaultValue that is neither its TrueValue nor its FalseValue; it is taken for "
                    + (value.coercedBool ? "on" : "off"),
                specifier
            )
        }
        return values
    }

    mutating func sliderRange(_ specifier: Specifier) -> SliderRange {
        var texts: [String] = []
        func number(_ key: String, _ fallback: Double) -> Double {
            guard let value = specifier[key] else { return fallback }
            if value.stringValue != nil { texts.append(key) }
            return value.looseNumber.flatMap { $0.isFinite ? $0 : nil } ?? fallback
        }
        let range = SliderRange(
            minimum: number("MinimumValue", 0),
            maximum: number("MaximumValue", 1),
            minimumImage: specifier["MinimumValueImage"]?.stringValue,
            maximumImage: specifier["MaximumValueImage"]?.stringValue
        )
        let standing = number("DefaultValue", range.minimum)
        for key in texts {
            note(.info, "settings.row.numberAsText", "gives its \(key) as text; write it as a real", specifier)
        }
        if !range.isUsable {
            note(
                .error,
                "settings.row.sliderRange",
                "has a MinimumValue that is not below its MaximumValue, so it cannot be moved; correct them",
                specifier
            )
        } else if range.clamped(standing) != standing {
            note(
                .warning,
                "settings.row.sliderDefault",
                "has a DefaultValue outside its bounds; move it inside",
                specifier
            )
        }
        for name in [range.minimumImage, range.maximumImage].compactMap({ $0 })
        where bundle.imageFiles(named: name).isEmpty {
            note(
                .warning,
                "settings.row.imageMissing",
                "names the picture “\(name.prefix(60))”, which is not in the bundle",
                specifier
            )
        }
        return range
    }

    mutating func choices(_ specifier: Specifier, required: Bool) -> [SettingsChoice] {
        let values = specifier["Values"]?.arrayValue ?? []
        let titles = specifier["Titles"]?.arrayValue ?? []
        let shortTitles = specifier["ShortTitles"]?.arrayValue ?? []
        if values.count != titles.count {
            note(
                .error,
                "settings.row.choicesMismatch",
                "has \(values.count) Values and \(titles.count) Titles; only as many as both have are shown",
                specifier
            )
        } else if required, values.isEmpty {
            note(.error, "settings.row.noChoices", "has no Values, so nothing can be chosen; give it some", specifier)
        }
        let shorts = shortTitles.map { text($0) ?? "" }
        var choices = zip(values, titles).enumerated().map { index, pair in
            SettingsChoice(
                title: text(pair.1) ?? "",
                shortTitle: shorts.indices.contains(index) ? shorts[index] : nil,
                value: pair.0
            )
        }
        if let value = specifier["DefaultValue"], !choices.isEmpty, choices.index(selectedBy: value) == nil {
            note(
                required ? .warning : .info,
                "settings.row.defaultNotAChoice",
                "has a DefaultValue that is none of its Values; nothing is selected until somebody chooses",
                specifier
            )
        }
        if specifier["DisplaySortedByTitle"]?.coercedBool == true { choices = sorted(choices) }
        return choices
    }

    /// By title as people of the language sort, without regard to case, numbers by their value.
    private func sorted(_ choices: [SettingsChoice]) -> [SettingsChoice] {
        let locale = Locale(identifier: language ?? "en")
        return choices.sorted {
            $0.title.compare($1.title, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
                == .orderedAscending
        }
    }

    mutating func childPane(_ specifier: Specifier) -> ChildPane {
        let file = specifier["File"]?.stringValue ?? ""
        guard let name = BundlePath.normalized(file) else {
            note(
                .error,
                "settings.childPane.unsafeName",
                "opens “\(file.prefix(60))”, which leads out of the bundle; name a pane inside it",
                specifier
            )
            return ChildPane(pane: nil, isAvailable: false)
        }
        guard !name.isEmpty else {
            note(.error, "settings.childPane.noFile", "names no pane to open; give its File", specifier)
            return ChildPane(pane: nil, isAvailable: false)
        }
        let isAvailable = bundle.hasPane(named: name)
        if !isAvailable {
            note(
                .error,
                "settings.childPane.missing",
                "opens the pane “\(name.prefix(60))”, which is not in the bundle; add \(name.prefix(60)).plist",
                specifier
            )
        }
        return ChildPane(pane: name, isAvailable: isAvailable)
    }
}
