import DumpFormats
import Checks
import ViewHierarchy

/// What the main tasks take on dumps of growing size.
enum Growth {
    private static let rounds = 5

    /// Medians of the processor's time in milliseconds, by task and number of views. The tasks take turns.
    static func run(views counts: [Int]) throws -> [(task: String, count: Int, milliseconds: Double)] {
        var results: [(task: String, count: Int, milliseconds: Double)] = []
        for count in counts {
            let tasks = try tasks(views: count)
            var times = [[Double]](repeating: [], count: tasks.count)
            for round in 0...rounds {
                for (place, task) in tasks.enumerated() {
                    // What takes a millisecond is done often enough to be measured.
                    let turns = max(100_000 / count, 1)
                    let start = Measurement.processorTime
                    for _ in 0..<turns { try task.job() }
                    // The first time warms up.
                    if round > 0 { times[place].append((Measurement.processorTime - start) / Double(turns)) }
                }
            }
            for (task, times) in zip(tasks, times) { results.append((task.name, count, times.sorted()[rounds / 2])) }
        }
        return results
    }

    private static func tasks(views count: Int) throws -> [(name: String, job: () throws -> Void)] {
        let tree = Shape.screen.tree(count)
        let dump = Dump(format: .vitrineJSON, tree: tree)
        // As text: JSON that long is not read. A server that is to take so much is told so, too (`--max-dump`).
        let text = Array(DescriptionText.text(of: tree).utf8)
        let limits = DumpLimits(maximumBytes: text.count)
        let size = Size(width: 1_366, height: 768)
        let newer = tree.laidOut(resizing: 0, to: size).tree
        return [
            ("load", { _ = try DumpReader.read(text, format: .recursiveDescription, limits: limits) }),
            ("layout", { _ = tree.laidOut(resizing: 0, to: size) }),
            ("diff", { _ = TreeDiff(from: tree, to: newer) }),
            ("lint", { _ = try HierarchyLint.findings(in: dump) }),
        ]
    }
}

/// What reading a dump of elements and writing it as JSON takes.
enum Conversion {
    /// The median of the clock's milliseconds.
    static func run(_ bytes: [UInt8]) throws -> Double {
        var times: [Duration] = []
        let clock = ContinuousClock()
        for _ in 0..<41 {
            times.append(
                try clock.measure {
                    let dump = try DumpReader.read(bytes)
                    _ = DumpWriter.vitrineJSON(dump.tree)
                }
            )
        }
        return times.sorted()[20] / .milliseconds(1)
    }
}
