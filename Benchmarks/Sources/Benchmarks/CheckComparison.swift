import DumpFormats
import Foundation
import ViewHierarchy

/// What comparing and checking a dump costs, beside what it costs to read the same dump.
///
/// The tasks take turns, so that whatever else the machine does weighs on all of them.
enum CheckComparison {
    private static let rounds = 5
    private static let shapes: [Shape] = [.screen, .nested, .rotated, .pile, .column, .tangle]
    private static let tasks: [Task] = [.readJSON, .match, .diff, .lint, .assertions]

    /// Prints a table for dumps of so many views.
    static func run(views counts: [Int], shapes only: [Shape]?) throws {
        print("Milliseconds, medians of \(rounds); behind them how often the time of reading the same dump as JSON\n")
        print("| shape | views | " + tasks.map(\.rawValue).joined(separator: " | ") + " |")
        print("|---|---|" + String(repeating: "---|", count: tasks.count))
        for shape in only ?? shapes {
            for count in counts {
                let medians = try medians(of: shape.tree(count))
                let cells = medians.map { median -> String in
                    guard let median else { return "–" }
                    let time = String(format: median < 10 ? "%.1f" : "%.0f", median)
                    guard let reading = medians[0] else { return time }
                    return time + String(format: " (%.2f)", median / reading)
                }
                print("| \(shape.rawValue) | \(count) | " + cells.joined(separator: " | ") + " |")
            }
        }
    }

    private static func medians(of tree: ViewTree) throws -> [Double?] {
        let jobs = tasks.map { $0.job(on: tree) }
        var times = [[Double]](repeating: [], count: jobs.count)
        for round in 0...rounds {
            for (place, job) in jobs.enumerated() {
                guard let job else { continue }
                let start = Measurement.processorTime
                try job()
                // The first time warms up.
                if round > 0 { times[place].append(Measurement.processorTime - start) }
            }
        }
        return times.map { $0.isEmpty ? nil : $0.sorted()[$0.count / 2] }
    }
}
