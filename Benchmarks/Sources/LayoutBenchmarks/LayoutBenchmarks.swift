/// Measures the solver of constraints and what device matrices take.
///
/// Arguments: a Python with kiwisolver or `none`, the path of `kiwi.py`, and perhaps `solver` or `devices` for one of the two.
@main
enum LayoutBenchmarks {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else { throw Fault("it takes a Python with kiwisolver, or none, and kiwi.py") }
        let only = arguments.count > 2 ? arguments[2] : nil
        let kiwi = try arguments[0] == "none" ? nil : KiwiSolver(python: arguments[0], script: arguments[1])
        if only != "devices" { try SolverComparison.run(kiwi: kiwi) }
        if only != "solver" { try DeviceComparison.run() }
    }
}
