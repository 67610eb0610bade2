import AppBundles
import HTTP
import PropertyList

/// What the form of a list asks for: items changed in place, one added, taken away or moved.
enum ListForm {
    /// The list as it shall be; nil when the form asks for nothing.
    /// - Throws: `AppBundleError` for items that the list does not take.
    static func items(
        _ form: URLEncodedForm,
        _ group: ListGroup,
        showing items: [PropertyListValue]
    ) throws(AppBundleError) -> [PropertyListValue]? {
        var next = items
        for (index, item) in items.enumerated() {
            guard let text = form["item-\(index)"], let specifier = group.item else { continue }
            let value = try read(text, specifier)
            let before = RowValue(specifier, stored: item)
            if text != before.display && text != before.selectedIndex.map(String.init) { next[index] = value }
        }
        let words = (form["action"] ?? "").split(separator: ":")
        let index = words.count == 2 ? Int(words[1]) ?? -1 : -1
        switch words.first {
        case "add", "enter":
            guard form["action"] == "add" || form["new"]?.isEmpty == false else { break }
            guard let add = group.add else { return nil }
            let value = try read(form["new"] ?? "", add)
            if value.stringValue?.isEmpty == true { return nil }
            next.append(value)
        case "remove" where next.indices.contains(index): next.remove(at: index)
        case "up" where next.indices.contains(index) && index > 0: next.swapAt(index, index - 1)
        case "down" where next.indices.contains(index) && index < next.count - 1: next.swapAt(index, index + 1)
        default: break
        }
        return next
    }

    private static func read(_ text: String, _ item: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        switch item.content {
        case .multiValue, .radioGroup: try RowEdit.value(for: item, choice: Int(text) ?? -1)
        case .childPane, .custom: .string(text)
        default: try RowEdit.value(for: item, form: text)
        }
    }
}
