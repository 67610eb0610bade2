/// How a date is picked (`IASKDatePickerSpecifier` of InAppSettingsKit).
public struct DatePickerTraits: Sendable, Hashable {
    /// What is picked (`DatePickerMode`); the raw values are those of the API.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// A day.
        case date
        /// A time of day.
        case time
        /// A day and a time, the default.
        case dateAndTime
    }

    /// What it is picked with (`DatePickerStyle`); the raw values are those of the API.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// A label that opens a calendar.
        case compact
        /// Spinning wheels, the default.
        case wheels
        /// A calendar in place.
        case inline
    }

    /// What is picked.
    public var mode: Mode
    /// What it is picked with.
    public var style: Style
    /// The minutes between two times that can be picked, a divisor of 60 up to 30 (`UIDatePicker.minuteInterval`).
    public var minuteInterval: Int

    /// Creates traits; the defaults are those of InAppSettingsKit.
    public init(mode: Mode = .dateAndTime, style: Style = .wheels, minuteInterval: Int = 1) {
        self.mode = mode
        self.style = style
        self.minuteInterval = minuteInterval
    }
}
