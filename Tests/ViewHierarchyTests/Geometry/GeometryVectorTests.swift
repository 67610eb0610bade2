import Foundation
import TestSupport
import Testing
@testable import ViewHierarchy

/// The rules that the inspector's script works out too, so that a drag can be followed. `Tests/Browser` reads the same
/// file. With `VITRINE_RECORD` in the environment it is written anew, and the test fails.
@Suite("Geometry, random cases shared with the script")
struct GeometryVectorTests {
    /// Rows of numbers: what is given, then what comes of it.
    private struct Vectors: Codable, Equatable {
        /// Position, length, superview before and after, flexible parts, 1 for even shares → position, length.
        var autoresizing: [[Double]] = []
        /// Frame, superview's size before and after, mask → frame.
        var resizedFrame: [[Double]] = []
        /// Bounds, center, transform, anchor point → frame.
        var frame: [[Double]] = []
        /// Bounds, center, transform, anchor point, frame that is set → bounds, center.
        var setFrame: [[Double]] = []
        /// Mode by its place in `contentModes`, size of the content, bounds → rectangle, or nothing.
        var contentRect: [[Double]] = []
        var contentModes = ContentMode.allCases.map(\.name)

        var tables: [(name: String, rows: [[Double]])] {
            [
                ("autoresizing", autoresizing), ("resizedFrame", resizedFrame), ("frame", frame),
                ("setFrame", setFrame), ("contentRect", contentRect),
            ]
        }

        /// JSON with a case on each line.
        var text: String {
            let names = contentModes.map { "\"\($0)\"" }.joined(separator: ", ")
            let tables = tables.map { table in
                let rows = table.rows.map { "[\($0.map(Self.text).joined(separator: ","))]" }
                return "\"\(table.name)\": [\n\(rows.joined(separator: ",\n"))\n]"
            }
            return "{\n\"contentModes\": [\(names)],\n\(tables.joined(separator: ",\n"))\n}\n"
        }

        private static func text(_ number: Double) -> String {
            number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : "\(number)"
        }
    }

    private static let file = Fixtures.url("vectors/geometry.json")

    @Test("what the server works out is what the file says")
    func agreement() throws {
        let now = Self.cases()
        if ProcessInfo.processInfo.environment["VITRINE_RECORD"] != nil {
            try now.text.write(to: Self.file, atomically: true, encoding: .utf8)
            Issue.record("The cases are recorded: look at what changed, then run the test without VITRINE_RECORD.")
            return
        }
        let kept = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: Self.file))
        #expect(kept.contentModes == now.contentModes)
        for (kept, now) in zip(kept.tables, now.tables) {
            try #require(kept.rows.count == now.rows.count, "\(kept.name)")
            for (row, other) in zip(kept.rows, now.rows) where !Self.isSame(row, other) {
                Issue.record("\(kept.name): \(row) in the file, \(other) now")
            }
        }
    }

    private static func isSame(_ row: [Double], _ other: [Double]) -> Bool {
        row.count == other.count && zip(row, other).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($0), abs($1)) }
    }

    private static func cases() -> Vectors {
        var random = RandomNumbers()
        var vectors = Vectors()
        // A superview whose change cancels the flexible margins out to a rounding error.
        vectors.autoresizing.append(autoresizing([37.7, 468, 468, 462.5, 5, 0]))
        // A superview whose length is the same but for a rounding error.
        vectors.autoresizing.append(autoresizing([10.4, 50.2, 320, 320.000_000_3, 2, 0]))
        for _ in 0..<2_000 { vectors.autoresizing.append(autoresizing(random.axis())) }
        for _ in 0..<800 {
            let given = random.rect() + [random.length(), random.length(), random.length(), random.length()]
            vectors.resizedFrame.append(
                resizedFrame(given + [Double(Int.random(in: 0..<64, using: &random.generator))])
            )
        }
        for _ in 0..<800 { vectors.frame.append(frame(random.geometry())) }
        for _ in 0..<800 { vectors.setFrame.append(setFrame(random.geometry() + random.rect())) }
        for _ in 0..<800 {
            let mode = Double(Int.random(in: 0..<ContentMode.allCases.count, using: &random.generator))
            let content = [random.length(), random.length()]
            vectors.contentRect.append(contentRect([mode] + content + random.rect()))
        }
        return vectors
    }

    private static func autoresizing(_ given: [Double]) -> [Double] {
        let span = Autoresizing(rule: given[5] == 1 ? .even : .proportional).resize(
            AxisSpan(position: given[0], length: given[1]),
            AxisFlexibility(rawValue: UInt8(given[4])),
            from: given[2],
            to: given[3]
        ).span
        return given + [span.position, span.length]
    }

    private static func resizedFrame(_ given: [Double]) -> [Double] {
        let frame = Autoresizing().resize(
            rect(given[0...3]),
            mask: AutoresizingMask(rawValue: UInt8(given[8])),
            from: Size(width: given[4], height: given[5]),
            to: Size(width: given[6], height: given[7])
        ).frame
        return given + numbers(frame)
    }

    private static func frame(_ given: [Double]) -> [Double] { given + numbers(geometry(given).frame) }

    private static func setFrame(_ given: [Double]) -> [Double] {
        var geometry = geometry(given)
        geometry.setFrame(rect(given[14...17]))
        return given + numbers(geometry.bounds) + [geometry.center.x, geometry.center.y]
    }

    private static func contentRect(_ given: [Double]) -> [Double] {
        let mode = ContentMode.allCases[Int(given[0])]
        let rect = mode.rect(content: Size(width: given[1], height: given[2]), in: rect(given[3...6]))
        return given + (rect.map(numbers) ?? [])
    }

    private static func geometry(_ given: [Double]) -> ViewGeometry {
        ViewGeometry(
            bounds: rect(given[0...3]),
            center: Point(x: given[4], y: given[5]),
            transform: Transform(
                a: given[6],
                b: given[7],
                c: given[8],
                d: given[9],
                tx: given[10],
                ty: given[11]
            ),
            anchorPoint: Point(x: given[12], y: given[13])
        )
    }

    private static func rect(_ numbers: ArraySlice<Double>) -> Rect {
        let four = Array(numbers)
        return Rect(x: four[0], y: four[1], width: four[2], height: four[3])
    }

    private static func numbers(_ rect: Rect) -> [Double] {
        [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    }
}

/// Numbers as dumps have them: few digits, and now and then one that is out of the ordinary.
private struct RandomNumbers {
    var generator = SeededGenerator(seed: 20_130_610)

    mutating func coordinate() -> Double { Double(Int.random(in: -4_000...12_000, using: &generator)) / 10 }

    mutating func length() -> Double {
        generator.once(in: 12) ? 0 : Double(Int.random(in: 0...2_800, using: &generator)) / 2
    }

    mutating func rect() -> [Double] {
        let sign = generator.once(in: 10) ? -1.0 : 1
        return [coordinate(), coordinate(), sign * length(), length()]
    }

    mutating func axis() -> [Double] {
        let before = length()
        // The flexible parts of every third view cancel out, or nearly so.
        let length = generator.once(in: 3) ? before : self.length()
        let flexible = Double(Int.random(in: 0...7, using: &generator))
        return [coordinate(), length, before, self.length(), flexible, generator.once(in: 4) ? 1 : 0]
    }

    mutating func geometry() -> [Double] {
        let unit = (0..<2).map { _ in Double(Int.random(in: 0...4, using: &generator)) / 4 }
        return rect() + [coordinate(), coordinate()] + transform() + unit
    }

    private mutating func transform() -> [Double] {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: [1, 0, 0, 1, 0, 0]
        case 1: [1, 0, 0, 1, coordinate(), coordinate()]
        // One that flattens the plane has no inverse.
        case 2: [2, 1, 4, 2, 0, 0]
        default: (0..<4).map { _ in entry() } + [coordinate(), coordinate()]
        }
    }

    private mutating func entry() -> Double { Double(Int.random(in: -30...30, using: &generator)) / 10 }
}
