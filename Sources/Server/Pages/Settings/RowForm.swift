import AppBundles
import Defaults
import HTTP
import PropertyList

/// What the form of one row asks for.
enum RowForm {
    /// The change of the row's key; nil when the form asks for nothing.
    /// - Throws: `AppBundleError` for a value that the row does not take.
    static func edit(
        _ row: SettingsRow,
        _ key: String,
        _ form: URLEncodedForm,
        showing value: RowValue
    ) throws(AppBundleError) -> DefaultsEdit? {
        if form["action"] == "reset" { return .remove(key: key) }
        // A ticked box sends its own value behind that of the hidden field for an unticked one.
        let text = form.values("value").last
        switch row.content {
        case .multiValue, .radioGroup:
            guard let choice = text.flatMap({ Int($0) }) else { return nil }
            return .set(key: key, value: try RowEdit.value(for: row, choice: choice))
        case .textField(let traits) where traits.isSecure && (text ?? "").isEmpty:
            // The page never shows what is stored, so an empty field says nothing; resetting clears it.
            return nil
        case .slider:
            // The box beside the slider counts when somebody typed in it.
            let typed = form["typed"].flatMap { $0 == form["shown"] ? nil : $0 }
            return .set(key: key, value: try RowEdit.value(for: row, form: typed ?? text))
        case .textView:
            let lines = (text ?? "").replacing("\r\n", with: "\n")
            return .set(key: key, value: try RowEdit.value(for: row, form: lines))
        case .list(let group):
            let items = value.items ?? []
            if let base = form["base"], base != TypedText.fingerprint(of: .array(items)) {
                throw AppBundleError(.valueRefused, "The list has changed meanwhile; look at it and try again.")
            }
            guard let next = try ListForm.items(form, group, showing: items) else { return nil }
            return .set(key: key, value: try RowEdit.value(for: row, submitted: .array(next)))
        default: return .set(key: key, value: try RowEdit.value(for: row, form: text))
        }
    }
}
