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
        if traits.isSecure {
            note("settings.row.secureInClear", "hides what is typed, but stores it in clear", specifier)
        }
        if traits.keyboard.isOfLibrary, bundle.isForSettings(source) {
            note(
                "settings.row.libraryKeyboard",
                "asks for the keyboard “\(traits.keyboard.rawValue)”, which only InAppSettingsKit has",
                specifier
            )
        }
        if let value = specifier["DefaultValue"], value.stringValue == nil {
            note(
                "settings.row.textDefault",
                "has a DefaultValue of type \(value.typeName); whatever is typed is stored as text",
                specifier
            )
        }
        return traits
    }

    /// One of the names that the schema gives a key; nil, with a note, for others.
    private mutating func named<Names: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        of specifier: Specifier
    ) -> Names? {
        named(key, of: specifier, Dictionary(uniqueKeysWithValues: Names.allCases.map { ($0.rawValue, $0) }))
    }

    /// What a key's name stands for; nil, with a note, for names that it does not have.
    mutating func named<Meaning>(_ key: String, of specifier: Specifier, _ meanings: [String: Meaning]) -> Meaning? {
        guard let value = specifier[key] else { return nil }
        let text = value.coercedString ?? value.typeName
        if let meaning = meanings[text] { return meaning }
        let names = meanings.keys.sorted().joined(separator: ", ")
        note(
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
        if (specifier["TrueValue"] == nil) != (specifier["FalseValue"] == nil) {
            let named = specifier["TrueValue"] == nil ? "FalseValue" : "TrueValue"
            note("settings.row.toggleHalf", "declares only its \(named); the other is a boolean", specifier)
        }
        if values.trueValue.matchesLoosely(values.falseValue) {
            note(
                "settings.row.toggleValues",
                "stores the same value on and off, so it cannot be turned off; make TrueValue and FalseValue differ",
                specifier
            )
        }
        if let value = specifier["DefaultValue"], !value.matchesLoosely(values.trueValue),
            !value.matchesLoosely(values.falseValue)
        {
            note(
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
            minimumImage: nonEmpty("MinimumValueImage", of: specifier),
            maximumImage: nonEmpty("MaximumValueImage", of: specifier)
        )
        let standing = number("DefaultValue", range.minimum)
        for key in texts {
            note("settings.row.numberAsText", "gives its \(key) as text; write it as a real", specifier)
        }
        if !range.isUsable {
            note(
                "settings.row.sliderRange",
                "has a MinimumValue that is not below its MaximumValue, so it cannot be moved; correct them",
                specifier
            )
        } else if range.clamped(standing) != standing {
            note(
                "settings.row.sliderDefault",
                "has a DefaultValue outside its bounds; move it inside",
                specifier
            )
        }
        for name in [range.minimumImage, range.maximumImage].compactMap({ $0 })
        where bundle.imageFiles(named: name).isEmpty {
            note(
                "settings.row.imageMissing",
                "names the picture “\(name.prefix(60))”, which is not in the bundle",
                specifier
            )
        }
        return range
    }

    /// Text that is there; Xcode's template leaves names empty.
    func nonEmpty(_ key: String, of specifier: Specifier) -> String? {
        specifier[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func childPane(_ specifier: Specifier) -> ChildPane {
        let file = specifier["File"]?.stringValue ?? ""
        guard let name = BundlePath.normalized(file) else {
            note(
                "settings.childPane.unsafeName",
                "opens “\(file.prefix(60))”, which leads out of the bundle; name a pane inside it",
                specifier
            )
            return ChildPane(pane: nil, isAvailable: false, leadsOut: true)
        }
        guard !name.isEmpty else {
            note("settings.childPane.noFile", "names no pane to open; give its File", specifier)
            return ChildPane(pane: nil, isAvailable: false)
        }
        let target = bundle.paneName(opened: name, by: source)
        let isAvailable = bundle.hasPane(named: target)
        if !isAvailable {
            note(
                "settings.childPane.missing",
                "opens the pane “\(name.prefix(60))”, " + whyMissing(name),
                specifier
            )
        }
        return ChildPane(pane: target, isAvailable: isAvailable, title: text(specifier["IASKChildTitle"]))
    }

    /// Why there is no pane of a name.
    private func whyMissing(_ name: String) -> String {
        if name.hasSuffix(".plist"), bundle.hasPane(named: String(name.dropLast(6))) {
            return "but names of panes have no “.plist”; remove it"
        }
        if bundle.files.isFile(name + ".plist") {
            return "whose file has no PreferenceSpecifiers and so shows nothing; give it some"
        }
        if let similar = bundle.paneNamesInAnyCase[name.lowercased()] {
            return "which is not in the bundle; “\(similar)” is written otherwise, which only the simulator overlooks"
        }
        return "which is not in the bundle; add \(name.prefix(60)).plist"
    }
}

extension RowReader {
    /// The choices of a row, sorted where it asks for that, and the pictures that go with them.
    mutating func choices(
        _ specifier: Specifier,
        required: Bool,
        _ presentation: inout RowPresentation
    ) -> [SettingsChoice] {
        let values = specifier["Values"]?.arrayValue ?? []
        let titles = specifier["Titles"]?.arrayValue ?? []
        let shortTitles = specifier["ShortTitles"]?.arrayValue ?? []
        if values.count != titles.count {
            note(
                "settings.row.choicesMismatch",
                "has \(values.count) Values and \(titles.count) Titles; only as many as both have are shown",
                specifier
            )
        } else if required, values.isEmpty {
            // With the library, an app may supply the choices while it runs.
            note(
                "settings.row.noChoices",
                "has no Values, so nothing can be chosen" + (bundle.usesLibrary ? " unless the app supplies some" : ""),
                specifier,
                severity: bundle.usesLibrary ? .warning : .error
            )
        }
        checkValues(values, specifier)
        if !shortTitles.isEmpty, shortTitles.count != titles.count {
            note(
                "settings.row.shortTitlesMismatch",
                "has \(shortTitles.count) ShortTitles and \(titles.count) Titles",
                specifier
            )
        }
        let shorts = shortTitles.map { text($0) ?? "" }
        let choices = zip(values, titles).enumerated().map { index, pair in
            SettingsChoice(
                title: text(pair.1) ?? "",
                shortTitle: shorts.indices.contains(index) ? shorts[index] : nil,
                value: pair.0
            )
        }
        if let value = specifier["DefaultValue"], !choices.isEmpty, choices.index(selectedBy: value) == nil {
            note(
                "settings.row.defaultNotAChoice",
                "has a DefaultValue that is "
                    + (value.stringValue.map { titles.contains(.string($0)) } == true ? "one of its Titles, but " : "")
                    + "none of its Values; "
                    + (required ? "nothing is selected until somebody chooses" : "it is shown as it is"),
                specifier,
                severity: required ? .warning : .info
            )
        }
        let isSorted = specifier["DisplaySortedByTitle"]?.coercedBool == true
        let order = isSorted ? sortedIndices(of: choices) : Array(choices.indices)
        if let icons = specifier["IconNames"]?.arrayValue {
            presentation.choiceIcons = order.map { icons.indices.contains($0) ? icons[$0].stringValue : nil }
        }
        return order.map { choices[$0] }
    }

    /// Values of several types, and values that come twice.
    private mutating func checkValues(_ values: [PropertyListValue], _ specifier: Specifier) {
        let types = Set(values.map(\.typeName)).sorted()
        if types.count > 1 {
            note(
                "settings.row.mixedValueTypes",
                "mixes Values of the types \(types.joined(separator: " and ")); give them one type",
                specifier
            )
        }
        var seen: Set<PropertyListValue> = []
        if let twice = values.first(where: { !seen.insert($0).inserted }) {
            let text = (twice.coercedString ?? twice.typeName).prefix(40)
            note("settings.row.duplicateValue", "stores “\(text)” for several choices", specifier)
        }
    }

    /// By title as people of the language sort, without regard to case, numbers by their value.
    private func sortedIndices(of choices: [SettingsChoice]) -> [Int] {
        let locale = Locale(identifier: language ?? "en")
        return choices.indices.sorted {
            choices[$0].title.compare(choices[$1].title, options: [.caseInsensitive, .numeric], locale: locale)
                == .orderedAscending
        }
    }
}
