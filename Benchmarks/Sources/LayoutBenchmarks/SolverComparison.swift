import Foundation

@testable import LinearSolver

/// What building and editing a system of constraints costs, beside kiwisolver on the same system.
///
/// The two take turns, so that whatever else the machine does weighs on both.
enum SolverComparison {
    private static let rounds = 7
    private static let sizes = [100, 1_000, 10_000]
    /// How wide the root is made, again and again.
    private static let widths = [320.0, 414, 390, 768, 1_024, 375]

    static func run(kiwi: KiwiSolver?) throws {
        print("Milliseconds of the processor, medians of \(rounds)\n")
        print(
            "| constraints | build | kiwi | ratio | edit of the width | kiwi | ratio | check of an edit | largest difference |"
        )
        print("|---|---|---|---|---|---|---|---|---|")
        for size in sizes { try row(LabelRows(constraints: size), kiwi) }
    }

    private static func row(_ rows: LabelRows, _ kiwi: KiwiSolver?) throws {
        let constraints = rows.linear
        try kiwi?.load(rows)
        var (builds, edits, checks): ([Double], [Double], [Double]) = ([], [], [])
        var (otherBuilds, otherEdits): ([Double], [Double]) = ([], [])
        var difference = 0.0
        for round in 0...rounds {
            var system = LinearSystem()
            let build = time {
                system = rows.system(of: constraints)
                _ = system.solve()
            }
            let otherBuild = try kiwi?.time("build")
            var (edit, otherEdit) = (0.0, 0.0)
            for width in widths {
                var solution: LinearSolution?
                edit += time {
                    system.setConstant(of: rows.rootWidth, to: width)
                    solution = system.solve()
                }
                guard let solution, solution.isComplete, solution.conflicts.isEmpty else {
                    throw Fault("no solution at \(width): \(String(describing: solution?.conflicts.first))")
                }
                guard let kiwi else { continue }
                otherEdit += try kiwi.time("edit \(width)")
                if round == 0 {
                    for (own, other) in zip(solution.values, try kiwi.values()) {
                        difference = max(difference, abs(own - other))
                    }
                }
            }
            // The first time warms up.
            guard round > 0 else { continue }
            builds.append(build)
            edits.append(edit / Double(widths.count))
            checks.append(check(of: system))
            if let otherBuild { otherBuilds.append(otherBuild) }
            if kiwi != nil { otherEdits.append(otherEdit / Double(widths.count)) }
        }
        let cells = [
            "\(rows.constraints.count)", text(builds), text(otherBuilds), ratio(builds, otherBuilds),
            text(edits), text(otherEdits), ratio(edits, otherEdits), text(checks),
            kiwi == nil ? "–" : String(format: "%.6f", difference),
        ]
        print("| " + cells.joined(separator: " | ") + " |")
    }

    /// What looking at the residuals takes, as it is done after every edit.
    private static func check(of system: LinearSystem) -> Double {
        var budget = LinearBudget(pivots: LinearBudget.standardLimit)
        let plan = LinearPlan(system.program, budget: &budget)
        var isExact = true
        let time = time {
            for tableau in plan.tableaus {
                isExact =
                    tableau.isExact(plan.classes.terms) { plan.classes.constant(of: $0, system.program) } && isExact
            }
        }
        return isExact ? time : .nan
    }

    private static func time(_ work: () -> Void) -> Double {
        let start = Clock.processor
        work()
        return Clock.processor - start
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
    private static func text(_ times: [Double]) -> String {
        times.isEmpty ? "–" : String(format: median(times) < 10 ? "%.3f" : "%.1f", median(times))
    }
    private static func ratio(_ times: [Double], _ others: [Double]) -> String {
        others.isEmpty ? "–" : String(format: "%.2f", median(times) / median(others))
    }
}

/// Clocks in milliseconds.
enum Clock {
    /// What this process has taken of the processors.
    static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }
    /// The time of the day's.
    static var wall: Double { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
