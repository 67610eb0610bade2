import Foundation
import PropertyList
import TestSupport
import Testing

@Suite("Instants as text")
struct InstantTests {
    @Test(
        "instants within a second of the first of 2001 come back as near as 17 digits tell",
        arguments: [-0.3, -1 / 3, 1e-9 / 3, -1e-17] as [Double]
    )
    func nearest(seconds: Double) throws {
        let text = try #require(Instant.text(Date(timeIntervalSinceReferenceDate: seconds)))
        let back = try #require(Instant.date(text)).timeIntervalSinceReferenceDate
        #expect(abs(back - seconds) < 1e-16, "\(text)")
    }

    @Test("random instants come back to the last bit")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2_000 {
            let seconds = Double.random(in: -63_145_526_400..<252_423_993_600, using: &generator)
            for date in [seconds, seconds / 1e3, seconds / 1e6, seconds.rounded()].map(
                Date.init(timeIntervalSinceReferenceDate:)
            ) {
                let text = try #require(Instant.text(date))
                #expect(Instant.date(text) == date, "\(text)")
                #expect(Instant.date(loose: text) == date, "\(text)")
            }
        }
    }

    @Test("whole seconds are those of Foundation")
    func foundation() throws {
        var generator = SeededGenerator(seed: 12)
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<500 {
            // Foundation counts by the Julian calendar before 15 October 1582.
            let seconds = Double.random(in: -13_100_000_000..<252_423_993_600, using: &generator).rounded(.down)
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(Instant.text(date) == style.format(date))
            #expect(Instant.date(style.format(date)) == date)
        }
    }

    @Test(
        "a text has no more digits than it takes, and none where they are not asked for",
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
            (0.1, "2001-01-01T00:00:00.1Z"), (-63_145_526_400, "0000-01-01T00:00:00Z"),
            (252_423_993_599, "9999-12-31T23:59:59Z"),
        ] as [(Double, String)]
    )
    func digits(seconds: Double, text: String) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(Instant.text(date) == text)
        #expect(Instant.text(date, to: .seconds) == text.replacing(/\.\d+/, with: ""))
    }

    @Test(
        "dates outside the years 0 to 9999 have no text",
        arguments: [-63_145_526_400.001, 252_423_993_600, .nan, .infinity, -.infinity, 1e300]
    )
    func bounds(seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(Instant.text(date) == nil)
        #expect(!Instant.isRepresentable(date))
    }

    @Test(
        "offsets and any number of digits are read",
        arguments: [
            ("2001-01-01T01:00:00+01:00", 0), ("2001-01-01T00:00:00.5Z", 0.5),
            ("2001-01-01T00:00:00.125000-00:30", 1800.125), ("2000-12-31T23:59:59.5Z", -0.5),
            ("2001-01-01T01:00:00+0100", 0), ("2001-01-01T01:00:00+01", 0), ("2000-12-31T23:59:60Z", 0),
            ("2001-03-01T00:00:00Z", 59 * 86_400), ("2004-02-29T00:00:00Z", (3 * 365 + 59) * 86_400),
        ] as [(String, Double)]
    )
    func offsets(text: String, seconds: Double) {
        #expect(Instant.date(text) == Date(timeIntervalSinceReferenceDate: seconds))
    }

    @Test(
        "other texts are no instants",
        arguments: [
            "", "2001", "2001-01-01", "2001-01-01T00:00:00", "2001-01-01T00:00:00.Z", "now.5", "2001-13-01T00:00:00Z",
            "2001-02-29T00:00:00Z", "2001-00-10T00:00:00Z", "2001-01-00T00:00:00Z", "2001-01-01T24:00:00Z",
            "2001-01-01T00:60:00Z", "2001-01-01T00:00:61Z", "2001-01-01T00:00:00Zx", "2001-01-01T00:00:00 Z",
            "2001-01-01 00:00:00Z", "2001-01-01T00:00Z", "2001-01-01T00:00:00+1", "2001-01-01T00:00:00+01:",
            "２００１-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01",
            "2001-01-01T00:00:00." + String(repeating: "1", count: 100) + "Z",
        ]
    )
    func otherTexts(text: String) {
        #expect(Instant.date(text) == nil)
    }

    @Test(
        "what people write is read, in UTC where nothing else is said",
        arguments: [
            "2001-01-02", "2001-01-02 00:00", "2001-01-02T00:00", "2001-01-02 00:00:00", "2001-01-02 00:00:00 +0000",
            "2001-01-02 00:00:00.000 Z", "2001-01-02T01:00:00+01:00", "2001-01-01 23:00 -01:00",
        ]
    )
    func loose(text: String) {
        #expect(Instant.date(loose: text) == Date(timeIntervalSinceReferenceDate: 86_400))
    }

    @Test(
        "not everything that people write is an instant",
        arguments: [
            "", "soon", "2001-1-2", "2001-01-02T", "2001-02-30", "2001-01-02 1:00", "10:00", "2001-01-02 +0000",
        ]
    )
    func looseRefusals(text: String) {
        #expect(Instant.date(loose: text) == nil)
    }

    @Test(
        "a time that no calendar has is told as the nearest, or in seconds",
        arguments: [
            (1e18, "9999-12-31T23:59:59Z", "1e+18"), (-1e18, "0000-01-01T00:00:00Z", "-1e+18"),
            (.infinity, "9999-12-31T23:59:59Z", "inf"), (.nan, "0000-01-01T00:00:00Z", "nan"),
            (0, "2001-01-01T00:00:00Z", nil),
        ] as [(Double, String, String?)]
    )
    func anyTime(_ seconds: Double, _ nearest: String, _ words: String?) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(Instant.text(Instant.nearest(date)) == nearest)
        #expect(Instant.anyText(date) == words.map { "\($0) s after 2001-01-01T00:00:00Z" } ?? nearest)
    }
}
