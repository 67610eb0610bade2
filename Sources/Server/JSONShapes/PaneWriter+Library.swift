import AppBundles
import JSON
import PropertyList

/// What InAppSettingsKit adds to rows: keys that every type may have, and types of its own.
extension PaneWriter {
    /// Writes the members that say how a row is shown, each only where the bundle has it.
    func writePresentation(_ row: SettingsRow, _ value: RowValue, to writer: inout JSONWriter) {
        let presentation = row.presentation
        if let subtitle = presentation.subtitle(showing: value) { writer.member("subtitle", subtitle) }
        if let placeholder = presentation.placeholder { writer.member("placeholder", placeholder) }
        if presentation.alignment != .natural { writer.member("alignment", presentation.alignment.rawValue) }
        if let image = presentation.imageName { writer.member("image", image) }
        if let type = presentation.contentType { writer.member("contentType", type) }
        if presentation.isCheckmark { writer.member("checkmark", true) }
        if let footer = presentation.choicesFooter { writer.member("optionsFooter", footer) }
        if let condition = row.condition { writer.member("condition", condition) }
    }

    /// Writes the members of the library's own types.
    func writeLibraryContent(_ row: SettingsRow, _ value: RowValue, to writer: inout JSONWriter) {
        switch row.content {
        case .datePicker(let traits):
            writer.member("mode", traits.mode.rawValue)
            writer.member("style", traits.style.rawValue)
            writer.member("minuteInterval", traits.minuteInterval)
            writer.member("display", value.display)
        case .button:
            writer.member("display", value.display)
        case .link(let link):
            writer.member("kind", link.kind.rawValue)
            writer.member("address", link.address)
            writer.key("fields")
            writer.beginArray()
            for line in link.lines {
                writer.beginObject()
                writer.member("label", line.label)
                writer.member("value", line.value)
                writer.endObject()
            }
            writer.endArray()
        case .list(let group):
            writer.key("item")
            if let item = group.item { write(item, RowValue(item, stored: nil), to: &writer) } else { writer.null() }
            writeItems(row.isSecure && !reveals ? [] : value.items ?? [], to: &writer)
            writer.member("deletable", group.isDeletable)
            writer.member("addable", group.add != nil)
        default: break
        }
    }

    private func writeItems(_ items: [PropertyListValue], to writer: inout JSONWriter) {
        writer.key("items")
        writer.beginArray()
        for item in items { PropertyListEnvelope.write(item, to: &writer) }
        writer.endArray()
    }
}
