import struct Foundation.Date
import PropertyList

/// Edits of the rows that InAppSettingsKit adds.
extension RowEdit {
    /// A date as it is, where it lies on one of the picker's minutes.
    static func value(
        ofPicker traits: DatePickerTraits,
        in row: SettingsRow,
        date: Date
    ) throws(AppBundleError) -> PropertyListValue {
        guard PickerDate.text(date, mode: .date) != nil else {
            throw refusal(row, "takes a date of the years 0 to 9999")
        }
        let step = Double(traits.minuteInterval * 60)
        let seconds = date.timeIntervalSinceReferenceDate
        guard traits.mode == .date || step == 60 || seconds.remainder(dividingBy: step) == 0 else {
            throw refusal(row, "goes in steps of \(traits.minuteInterval) minutes")
        }
        return .date(date)
    }

    /// The items, each as the list's item stores it; a list that does not say what its items are takes any.
    static func value(
        ofList group: ListGroup,
        in row: SettingsRow,
        items: [PropertyListValue]
    ) throws(AppBundleError) -> PropertyListValue {
        guard items.count <= ListGroup.maximumItems else {
            throw refusal(row, "takes at most \(ListGroup.maximumItems) items, not \(items.count)")
        }
        var stored: [PropertyListValue] = []
        for (index, item) in items.enumerated() {
            stored.append(try value(ofItem: group.item, at: index, in: row, item))
        }
        return .array(stored)
    }

    private static func value(
        ofItem item: SettingsRow?,
        at index: Int,
        in row: SettingsRow,
        _ submitted: PropertyListValue
    ) throws(AppBundleError) -> PropertyListValue {
        guard let item else { return submitted }
        switch item.content {
        case .childPane, .custom:
            // Such items are screens with several values by their keys.
            guard submitted.dictionaryValue != nil else {
                throw refusal(row, "has dictionaries as items; item \(index) is \(described(submitted))")
            }
            return submitted
        default:
            do {
                return try value(for: item, submitted: submitted)
            } catch {
                throw AppBundleError(error.code, "\(named(row)), item \(index): \(error.message)")
            }
        }
    }
}
