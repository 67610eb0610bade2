import Diagnostics
import PropertyList

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
