import DumpFormats
import Foundation
import JSON
import ViewHierarchy

/// Measures what the server does with trees of up to 100,000 views.
///
/// Arguments: `--output FILE` for the JSON, `--views N` (several times), `--shape NAME`, `--task NAME`; or
/// `--formats all` or the id of one, and `--views N`; or `--checks all` or the name of a shape, and `--views N`; or
/// `--loading PYTHON`, a Python with lxml or `none`, and `--views N`; or, with JSON on standard output, `--against c` or
/// `xpath`, `--growth N` (several times) or `--convert FILE`.
@main
enum Benchmarks {
    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        var counts: [Int] = []
        var shapes = Shape.allCases
        var tasks = Task.allCases
        var output: String?
        var formats: String?
        var checks: String?
        var loading: String?
        var against: String?
        var growth: [Int] = []
        var converted: String?
        while let name = arguments.popFirst() {
            guard let value = arguments.popFirst() else { throw ArgumentFault("\(name) needs a value") }
            switch name {
            case "--output": output = value
            case "--views": counts.append(try Self.known(Int(value), value))
            case "--shape": shapes = [try Self.known(Shape(rawValue: value), value)]
            case "--formats": formats = value
            case "--checks": checks = value
            case "--loading": loading = value
            case "--against": against = value
            case "--growth": growth.append(try Self.known(Int(value), value))
            case "--convert": converted = value
            case "--task": tasks = [try Self.known(Task(rawValue: value), value)]
            default: throw ArgumentFault("there is no \(name)")
            }
        }
        if let formats {
            let only = try formats == "all" ? nil : Self.known(DumpFormat(rawValue: formats), formats)
            return try FormatComparison.run(views: counts.first ?? 20_000, only: only)
        }
        if let loading {
            let python = loading == "none" ? nil : loading
            return try LoadingComparison.run(views: counts.first ?? 100_000, python: python)
        }
        if let checks {
            let only = try checks == "all" ? nil : [Self.known(Shape(rawValue: checks), checks)]
            return try CheckComparison.run(views: counts.isEmpty ? Self.sizes : counts, shapes: only)
        }
        if let against {
            let comparison = try Self.known(Self.comparisons[against], against)
            return Self.write(try comparison(counts.first ?? 100_000).map { ($0.name, [$0.ours, $0.other]) })
        }
        if !growth.isEmpty {
            return Self.write(try Growth.run(views: growth).map { ("\($0.task) \($0.count)", [$0.milliseconds]) })
        }
        if let converted {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: converted)))
            return Self.write([("convert", [try Conversion.run(bytes)])])
        }
        var report = Report()
        for shape in shapes {
            for count in counts.isEmpty ? Self.sizes : counts {
                let tree = shape.tree(count)
                for task in tasks {
                    guard let job = task.job(on: tree) else { continue }
                    report.add(try Measurement(shape, count, task, job))
                }
            }
        }
        if let output { try Data(report.json).write(to: URL(filePath: output)) }
    }

    private static let sizes = [1_000, 10_000, 100_000]

    private static let comparisons: [String: @Sendable (Int) throws -> [Comparison]] = [
        "c": LimitComparison.run(views:), "xpath": XPathComparison.run(views:),
    ]

    /// Prints figures by name as JSON: `{"name": [1.5]}`.
    private static func write(_ figures: [(name: String, values: [Double])]) {
        var writer = JSONWriter(reservingCapacity: 1_000)
        writer.beginObject()
        for figure in figures {
            writer.key(figure.name)
            writer.beginArray()
            for value in figure.values { writer.number((value * 10_000).rounded() / 10_000) }
            writer.endArray()
        }
        writer.endObject()
        print(String(decoding: writer.finish(), as: UTF8.self))
    }

    private static func known<Value>(_ value: Value?, _ text: String) throws -> Value {
        guard let value else { throw ArgumentFault("“\(text)” is not known") }
        return value
    }

    private struct ArgumentFault: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
