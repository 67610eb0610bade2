import DumpFormats
import Foundation
import ViewHierarchy

/// What reading a view costs in each format, beside what it costs in `recursiveDescription`.
///
/// The formats take turns, so that whatever else the machine does weighs on all of them.
enum FormatComparison {
    private static let rounds = 5

    /// Prints a table of all formats, or one, for a window with a long list of so many views.
    static func run(views count: Int, only: DumpFormat?) throws {
        let tree = Shape.screen.tree(count)
        var inputs: [(format: DumpFormat, bytes: [UInt8], times: [Double])] = []
        let formats = DumpFormat.allCases.filter { $0 != .storyboardc }
        for format in formats where only == nil || format == only || format == .recursiveDescription {
            let bytes = try FormatText.bytes(of: tree, in: format)
            let read = try DumpReader.read(bytes, format: format).tree.count
            guard read >= tree.count else { throw Shortfall(format: format, read: read, of: tree.count) }
            inputs.append((format, bytes, []))
        }
        for _ in 0..<rounds {
            for place in inputs.indices {
                let (format, bytes, _) = inputs[place]
                let start = Measurement.processorTime
                _ = try DumpReader.read(bytes, format: format)
                inputs[place].times.append(Measurement.processorTime - start)
            }
        }
        let medians = inputs.map { $0.times.sorted()[rounds / 2] }
        print("\(tree.count) views, medians of \(rounds)\n")
        print("| format | ms | bytes a view | against recursiveDescription |\n|---|---|---|---|")
        for (input, median) in zip(inputs, medians) {
            let size = input.bytes.count / tree.count
            print(String(format: "| %@ | %.0f | %d | %.1f |", "\(input.format)", median, size, median / medians[0]))
        }
    }

    private struct Shortfall: Error, CustomStringConvertible {
        let format: DumpFormat
        let read: Int
        let of: Int
        var description: String { "\(format) gave \(read) of \(of) views" }
    }
}
