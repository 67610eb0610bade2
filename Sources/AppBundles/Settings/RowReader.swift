import Diagnostics
import PropertyList

/// One element of `PreferenceSpecifiers`.
struct Specifier {
    /// Its place among the specifiers, from 0.
    let index: Int
    /// Its `Type` as written.
    let typeName: String
    /// Its type, nil when the schema has no such type.
    let type: RowType?
    let members: [String: PropertyListValue]
    /// Whether it is the item of a list, which stores no value of its own.
    var isPart = false

    subscript(_ key: String) -> PropertyListValue? { members[key] }
}

/// Keys outside every schema that make a row conditional: build scripts and forks of libraries filter by them.
enum RowCondition {
    /// The keys, with the words that go before their values.
    private static let phrases = [
        ("Platform", "only on"), ("Platforms", "only on"), ("OnlyDisplayOnInterfaceIdiom", "only on"),
        ("IncludeTargets", "only in"), ("ExcludeTargets", "not in"), ("ExcludePlatforms", "not on"),
    ]

    static let keys = Set(phrases.map(\.0))

    /// When the element is there, in words such as “only on iOS; not in iOS-Remote”; nil when it always is.
    static func words(_ specifier: Specifier) -> String? {
        let parts = phrases.compactMap { key, phrase -> String? in
            guard let value = specifier[key] else { return nil }
            let names = value.arrayValue?.compactMap(\.coercedString) ?? [value.coercedString].compactMap { $0 }
            return names.isEmpty ? nil : "\(phrase) \(names.joined(separator: ", "))"
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

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
        _ rule: String,
        _ message: String,
        _ specifier: Specifier,
        severity: Diagnostic.Severity? = nil
    ) {
        let key = specifier["Key"]?.coercedString
        let name = specifier["Title"]?.coercedString ?? key ?? ""
        let label = name.isEmpty ? "" : " (“\(name.prefix(60))”)"
        findings.append(
            BundleFinding(
                rule,
                "Row \(specifier.index)\(label) \(message).",
                severity: severity,
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
        let specifier = Specifier(index: index, typeName: name, type: RowType.named(name), members: members)
        guard value.dictionaryValue != nil else {
            note(
                "settings.row.notADictionary",
                "is a \(value.typeName), not a dictionary, and skipped",
                specifier
            )
            return nil
        }
        guard !name.isEmpty else {
            note("settings.row.noType", "has no Type and is skipped; give it one", specifier)
            return nil
        }
        return specifier
    }

    /// The longest footer that is no burden, in characters: some ten lines on a phone.
    private static let longFooter = 2_000

    mutating func group(_ specifier: Specifier) -> SettingsGroup {
        if let type = specifier.type, type.place == .heading { check(specifier, type) }
        let footer = text(specifier["FooterText"])
        if let footer, footer.utf8.count > Self.longFooter {
            note("settings.group.longFooter", "has a footer of \(footer.count) characters", specifier)
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
                "settings.row.unknownType",
                "has the type “\(specifier.typeName.prefix(60))”, which neither Settings nor InAppSettingsKit shows",
                specifier
            )
            return .unsupported
        }
        check(specifier, type)
        return type.read(&self, specifier, &presentation)
    }

    /// Localised text; nil when there is none. Numbers appear as their digits.
    func text(_ value: PropertyListValue?) -> String? {
        guard let key = value?.coercedString, !key.isEmpty else { return nil }
        return table.text(for: key)
    }
}

/// What rows of every type can have wrong.
extension RowReader {
    mutating func check(_ specifier: Specifier, _ type: RowType) {
        checkLibraryType(specifier, type)
        if !specifier.isPart {
            if type.storesValue { checkKey(specifier) }
            for key in type.requiredKeys where specifier[key] == nil {
                note("settings.row.missingMember", "has no \(key), which its type needs", specifier)
            }
        }
        checkVariables(specifier)
        if let words = RowCondition.words(specifier) {
            note("settings.row.condition", "is meant for some builds: \(words)", specifier)
        }
        checkUnknownKeys(specifier, type)
    }

    /// Build settings stay as they are: Xcode fills them in in Info.plist, and copies the bundle.
    private mutating func checkVariables(_ specifier: Specifier) {
        let texts =
            ["Title", "DefaultValue", "FooterText"].compactMap { specifier[$0]?.stringValue }
            + ["Titles", "ShortTitles", "Values"].flatMap { specifier[$0]?.arrayValue ?? [] }.compactMap(\.stringValue)
        // A pattern is compiled each time it is used: most texts have no dollar sign and need none.
        let found = texts.lazy.filter { $0.utf8.contains(UInt8(ascii: "$")) }
            .compactMap { $0.firstMatch(of: /\$(?:\([A-Za-z_][^()\s]*\)|\{[A-Za-z_][^{}\s]*\})/) }
            .first
        guard let found else { return }
        note(
            "settings.row.unfilledVariable",
            "shows “\(found.output.prefix(60))” as it is, since Xcode fills in Info.plist only",
            specifier
        )
    }

    /// Settings never opens what is named for InAppSettingsKit, so nothing is amiss there.
    private mutating func checkLibraryType(_ specifier: Specifier, _ type: RowType) {
        guard type.isOfLibrary, bundle.isForSettings(source) else { return }
        note(
            "settings.row.libraryType",
            "has InAppSettingsKit's type “\(type.specifier)”, which the Settings app does not show",
            specifier
        )
    }

    private mutating func checkKey(_ specifier: Specifier) {
        guard let key = specifier["Key"]?.coercedString else {
            note("settings.row.missingKey", "has no Key, so nothing can be stored; give it one", specifier)
            return
        }
        if key.isEmpty {
            note(
                "settings.row.emptyKey",
                "has an empty Key; iOS 18 shows the whole bundle blank because of it. Give it one",
                specifier
            )
        } else if !isFirst(key) {
            note(
                "settings.row.duplicateKey",
                "shares the Key “\(key.prefix(60))” with a row above; both show one value",
                specifier
            )
        }
    }

    /// Keys of InAppSettingsKit are meant for that library, and generators of licence panes note the `License`.
    private mutating func checkUnknownKeys(_ specifier: Specifier, _ type: RowType) {
        let known = type.keys.union(["Type", "SupportedUserInterfaceIdioms", "License"]).union(RowCondition.keys)
        let unknown = specifier.members.keys.filter { !known.contains($0) && !$0.hasPrefix("IASK") }
        for key in unknown.sorted() {
            let meant = known.first { $0.lowercased() == key.lowercased() }
            note(
                "settings.row.unknownKey",
                "has a key “\(key.prefix(60))” that its type does not know"
                    + (meant.map { "; its name is “\($0)”" } ?? ""),
                specifier
            )
        }
    }
}

/// The types and keys of InAppSettingsKit (its README, “InAppSettingsKit extensions to the Settings bundle”).
extension RowReader {
    /// The keys that show a row another way; its choices' pictures are read with the choices.
    mutating func presentation(_ specifier: Specifier) -> RowPresentation {
        var presentation = RowPresentation()
        if let texts = specifier["IASKSubtitle"]?.dictionaryValue {
            presentation.subtitlesByValue = texts.compactMapValues { text($0) }
        } else {
            presentation.subtitle = text(specifier["IASKSubtitle"])
        }
        presentation.placeholder = text(specifier["IASKPlaceholder"])
        presentation.alignment = named("IASKTextAlignment", of: specifier, Self.alignments) ?? .natural
        presentation.isCheckmark =
            named("IASKToggleStyle", of: specifier, ["Switch": false, "Checkmark": true]) ?? false
        presentation.imageName = nonEmpty("IASKCellImage", of: specifier)
        presentation.shrinksToFit = specifier["IASKAdjustsFontSizeToFitWidth"]?.coercedBool ?? true
        presentation.contentType = specifier["IASKTextContentType"]?.stringValue
        presentation.leavesOnChoice = specifier["IASKQuickMultiValueSelection"]?.coercedBool ?? false
        return presentation
    }

    private static let alignments: [String: RowPresentation.Alignment] = [
        "IASKUITextAlignmentNatural": .natural, "IASKUITextAlignmentLeft": .left,
        "IASKUITextAlignmentCenter": .center, "IASKUITextAlignmentRight": .right,
    ]

    mutating func datePickerTraits(_ specifier: Specifier) -> DatePickerTraits {
        var traits = DatePickerTraits()
        traits.mode =
            named(
                "DatePickerMode",
                of: specifier,
                ["Date": .date, "Time": .time, "DateAndTime": .dateAndTime]
            ) ?? traits.mode
        traits.style =
            named(
                "DatePickerStyle",
                of: specifier,
                ["Compact": .compact, "Wheels": .wheels, "Inline": .inline]
            ) ?? traits.style
        guard let interval = specifier["MinuteInterval"] else { return traits }
        if let minutes = Int(exactly: interval.coercedInteger), (1...30).contains(minutes), 60 % minutes == 0 {
            traits.minuteInterval = minutes
        } else {
            note(
                "settings.row.minuteInterval",
                "has a MinuteInterval that does not divide an hour; 1 is used. Give a divisor of 60 up to 30",
                specifier
            )
        }
        return traits
    }

    /// The link of a row that opens an address; InAppSettingsKit localises the address.
    mutating func link(_ kind: RowLink.Kind, _ specifier: Specifier) -> RowLink {
        let address = text(specifier["File"]) ?? ""
        checkAddress(address, kind, specifier)
        return RowLink(kind: kind, address: address)
    }

    func mail(_ specifier: Specifier) -> RowLink {
        // The library's own keys are misspelt.
        let fields = [("To", "ToRecipents"), ("Cc", "CcRecipents"), ("Bcc", "BccRecipents")]
        var lines = fields.compactMap { label, key -> RowLink.Line? in
            let value = specifier["IASKMailCompose" + key]
            let people = value?.arrayValue?.compactMap(\.coercedString) ?? [value?.stringValue].compactMap { $0 }
            return people.isEmpty ? nil : RowLink.Line(label: label, value: people.joined(separator: ", "))
        }
        let address = lines.first { $0.label == "To" }?.value ?? ""
        for label in ["Subject", "Body"] {
            guard let text = text(specifier["IASKMailCompose" + label]) else { continue }
            lines.append(RowLink.Line(label: label, value: text))
        }
        if specifier["IASKMailComposeBodyIsHTML"]?.coercedBool == true {
            lines.append(RowLink.Line(label: "Format", value: "HTML"))
        }
        return RowLink(kind: .mail, address: address, lines: lines)
    }

    /// Bundles may name any address; some would run script or read files if anything followed them.
    private mutating func checkAddress(_ address: String, _ kind: RowLink.Kind, _ specifier: Specifier) {
        let scheme = address.lowercased().drop { $0.isWhitespace }.prefix { $0 != ":" }
        guard ["javascript", "file", "data", "vbscript"].contains(scheme), scheme.count < address.count else { return }
        note(
            "settings.link.unsafeAddress",
            "leads to a “\(scheme):” address, which runs script or reads files where it is followed; use https",
            specifier
        )
    }

    /// What a child pane opens: another pane, or with the library's keys a web page or a screen of the app.
    mutating func childContent(_ specifier: Specifier) -> SettingsRow.Content {
        let file = specifier["File"]?.stringValue ?? ""
        let controller = specifier["IASKViewControllerClass"]?.stringValue ?? ""
        if controller.contains("Web") || file.contains("://") { return .link(link(.web, specifier)) }
        let opensScreen = ["IASKViewControllerClass", "IASKViewControllerStoryBoardId", "IASKSegueIdentifier"]
            .contains { specifier[$0] != nil }
        if opensScreen, !(BundlePath.normalized(file).map(bundle.hasPane) ?? false) { return .custom }
        return .childPane(childPane(specifier))
    }

    /// A list; its item and its adding row are specifiers of their own, which cannot be lists again.
    mutating func list(_ specifier: Specifier) -> ListGroup {
        ListGroup(
            item: part("ItemSpecifier", of: specifier),
            add: part("AddSpecifier", of: specifier),
            isDeletable: specifier["Deletable"]?.coercedBool ?? false
        )
    }

    private mutating func part(_ key: String, of list: Specifier) -> SettingsRow? {
        guard let members = list[key]?.dictionaryValue else { return nil }
        let name = members["Type"]?.stringValue ?? ""
        guard let type = RowType.named(name), type.place == .row else {
            note(
                "settings.list.part",
                "has an \(key) of the type “\(name.prefix(60))”, which cannot be part of a list",
                list
            )
            return nil
        }
        return row(Specifier(index: list.index, typeName: name, type: type, members: members, isPart: true))
    }
}
