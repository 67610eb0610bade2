import AppBundles
import Foundation
import Testing

@Suite("Dates of pickers")
struct PickerDateTests {
    @Test(
        "a day, a time and both are read and written alike",
        arguments: [
            ("2026-01-02", .date), ("2024-02-29", .date), ("0000-03-01", .date), ("9999-12-31", .date),
            ("10:30", .time),
            ("10:30:15", .time), ("00:00", .time), ("2026-01-02T10:00", .dateAndTime),
            ("1970-01-01T23:59:59", .dateAndTime),
            ("2000-02-29T12:00", .dateAndTime), ("1900-12-31T00:01", .dateAndTime),
        ] as [(String, DatePickerTraits.Mode)]
    )
    func roundTrip(text: String, mode: DatePickerTraits.Mode) throws {
        let date = try #require(PickerDate.date(text))
        #expect(PickerDate.text(date, mode: mode) == text)
        #expect(PickerDate.date(text + "Z") == date)
    }

    @Test("dates are those of Foundation")
    func foundation() throws {
        for text in ["2026-01-02T10:00", "1999-12-31T23:59", "2400-02-29T00:00", "1583-03-01T06:30"] {
            #expect(PickerDate.date(text) == (try Date.ISO8601FormatStyle().parse(text + ":00Z")))
        }
    }

    @Test(
        "other texts and days that are not there are no dates",
        arguments: [
            "", "today", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-32", "26-01-02", "2026-1-2", "24:00",
            "10:60",
            "10:00:60", "2026-01-02 10:00", "2026-01-02T", "T10:00", "2026-01-02T10:00T", "2026-01-02T10:00+01:00",
            "２０２６-01-02", "-001-01-01", String(repeating: "1", count: 10_000),
        ]
    )
    func others(text: String) {
        #expect(PickerDate.date(text) == nil)
    }

    @Test("dates without an end have no text")
    func bounds() {
        for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e12, -1e12] {
            #expect(PickerDate.text(Date(timeIntervalSinceReferenceDate: seconds), mode: .date) == nil)
        }
        #expect(
            PickerDate.text(Date(timeIntervalSinceReferenceDate: -0.5), mode: .dateAndTime) == "2000-12-31T23:59:59"
        )
    }
}
