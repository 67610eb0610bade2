import CXPath
import DumpFormats
import Foundation
import JSON
import PropertyList
import ViewHierarchy

/// What reading a view costs in each format, beside what it costs in `recursiveDescription`.
///
/// The formats take turns, so that whatever else the machine does weighs on all of them.
enum FormatComparison {
    private static let rounds = 5
    /// Those of the standard limits that a long list is beyond.
    private static let limits = {
        var limits = PropertyListLimits()
        limits.maximumBytes = 1 << 30
        limits.maximumExpandedBytes = 1 << 30
        limits.maximumValues = 10_000_000
        return limits
    }()

    /// Prints a table of all formats, or one, for a window with a long list of so many views.
    static func run(views count: Int, only: DumpFormat?) throws {
        let tree = Shape.screen.tree(count)
        var inputs: [(format: DumpFormat, bytes: [UInt8], times: [Double], parsing: [Double])] = []
        let formats = DumpFormat.allCases.filter { $0 != .storyboardc }
        for format in formats where only == nil || format == only || format == .recursiveDescription {
            let bytes = try FormatText.bytes(of: tree, in: format)
            let read = try DumpReader.read(bytes, format: format).tree.count
            guard read >= tree.count else { throw Shortfall(format: format, read: read, of: tree.count) }
            inputs.append((format, bytes, [], []))
        }
        for _ in 0..<rounds {
            for place in inputs.indices {
                let (format, bytes, _, _) = inputs[place]
                let start = Measurement.processorTime
                _ = try DumpReader.read(bytes, format: format)
                inputs[place].times.append(Measurement.processorTime - start)
                if let parse = parser(of: format) {
                    let start = Measurement.processorTime
                    try parse(bytes)
                    inputs[place].parsing.append(Measurement.processorTime - start)
                }
            }
        }
        let medians = inputs.map { $0.times.sorted()[rounds / 2] }
        print("\(tree.count) views, medians of \(rounds)\n")
        print("| format | ms | bytes a view | a view | its parser alone | a byte |\n|---|---|---|---|---|---|")
        for (input, median) in zip(inputs, medians) {
            let size = Double(input.bytes.count) / Double(inputs[0].bytes.count)
            let ratio = median / medians[0]
            let parsing =
                input.parsing.isEmpty
                ? "" : String(format: "%.1f", input.parsing.sorted()[rounds / 2] / medians[0])
            let bytes = input.bytes.count / tree.count
            print(
                String(
                    format: "| %@ | %.0f | %d | %.1f | %@ | %.1f |",
                    "\(input.format)",
                    median,
                    bytes,
                    ratio,
                    parsing,
                    ratio / size
                )
            )
        }
    }

    /// What parses the bytes and makes nothing of them: libxml2 without handlers, or the house's own scanners.
    private static func parser(of format: DumpFormat) -> (([UInt8]) throws -> Void)? {
        switch format {
        case .propertyList, .webDriverAgentXML, .uiautomator, .xib, .storyboard:
            { bytes in
                let isParsed = bytes.withUnsafeBytes { bytes in
                    parses_only(bytes.bindMemory(to: CChar.self).baseAddress, CInt(bytes.count)) == 1
                }
                guard isParsed else { throw Shortfall(format: format, read: 0, of: bytes.count) }
            }
        case .vitrineJSON, .webDriverAgentJSON, .idb, .maestro, .sentry, .calabash:
            { bytes in _ = try JSONDocument(parsing: bytes, limits: .dump) }
        case .lookin: { bytes in _ = try PropertyListReader.read(bytes, limits: limits) }
        default: nil
        }
    }

    private struct Shortfall: Error, CustomStringConvertible {
        let format: DumpFormat
        let read: Int
        let of: Int
        var description: String { "\(format) gave \(read) of \(of) views" }
    }
}
