import Diagnostics
import Foundation
import PropertyList

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
                .error,
                "settings.row.choicesMismatch",
                "has \(values.count) Values and \(titles.count) Titles; only as many as both have are shown",
                specifier
            )
        } else if required, values.isEmpty {
            // With the library, an app may supply the choices while it runs.
            note(
                bundle.usesLibrary ? .warning : .error,
                "settings.row.noChoices",
                "has no Values, so nothing can be chosen" + (bundle.usesLibrary ? " unless the app supplies some" : ""),
                specifier
            )
        }
        checkValues(values, specifier)
        if !shortTitles.isEmpty, shortTitles.count != titles.count {
            note(
                .warning,
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
                required ? .warning : .info,
                "settings.row.defaultNotAChoice",
                "has a DefaultValue that is "
                    + (value.stringValue.map { titles.contains(.string($0)) } == true ? "one of its Titles, but " : "")
                    + "none of its Values; "
                    + (required ? "nothing is selected until somebody chooses" : "it is shown as it is"),
                specifier
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
                .warning,
                "settings.row.mixedValueTypes",
                "mixes Values of the types \(types.joined(separator: " and ")); give them one type",
                specifier
            )
        }
        var seen: Set<PropertyListValue> = []
        if let twice = values.first(where: { !seen.insert($0).inserted }) {
            let text = (twice.coercedString ?? twice.typeName).prefix(40)
            note(.warning, "settings.row.duplicateValue", "stores “\(text)” for several choices", specifier)
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
