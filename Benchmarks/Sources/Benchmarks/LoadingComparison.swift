import CAllocations
import CJSON
import DumpFormats
import Foundation
import Glibc
import ViewHierarchy

/// What loading a dump costs, in time beside json-c's own parsing of JSON and lxml's of XML, and in memory.
///
/// The tasks take turns, so that whatever else the machine does weighs on all of them.
enum LoadingComparison {
    private static let rounds = 7

    /// Prints a table for a window with a long list of so many views.
    ///
    /// - Parameter python: a Python that has lxml; without one there is no row of XML.
    static func run(views count: Int, python: String?) throws {
        let text = Array(DescriptionText.text(of: list(count)).utf8)
        // What the text says, so that both say the same.
        let tree = try DumpReader.read(text, format: .recursiveDescription).tree
        let json = DumpWriter.vitrineJSON(tree)
        let times = try medians([
            { try Self.reading(json, .vitrineJSON, views: count) },
            { try Self.reading(text, .recursiveDescription, views: count) },
            { try Self.parsing(json) },
        ])
        print("\(count) views, medians of \(rounds)\n")
        print("| work | ms | against | ms | ratio |\n|---|---|---|---|---|")
        row("Vitrine JSON, \(json.count) bytes", times[0], "json-c, the same bytes", times[2])
        row("recursiveDescription, \(text.count) bytes", times[1], "json-c, the JSON of it", times[2])
        if let python { try compareXML(python) }
        memory_keep_little()
        let kept = try medians([
            { try Self.reading(json, .vitrineJSON, views: count) },
            { try Self.reading(text, .recursiveDescription, views: count) },
        ])
        row("Vitrine JSON, with malloc as the server has it", kept[0], "json-c, as before", times[2])
        row("recursiveDescription, with malloc as the server has it", kept[1], "json-c, as before", times[2])
        try printMemory(json, plain: plainJSON(of: tree), views: count)
    }

    /// A long list without the masks that are there to make layout hard.
    private static func list(_ count: Int) -> ViewTree {
        let tree = Shape.screen.tree(count)
        var builder = ViewTreeBuilder()
        for index in tree.indices {
            guard var view = tree.description(of: index) else { continue }
            let isWorst = view.autoresizingMask == AutoresizingMask(rawValue: 63)
            if isWorst { view.autoresizingMask = [] }
            builder.append(view, depth: tree.depth(of: index))
        }
        return builder.build()
    }

    private static func row(_ work: String, _ time: Double, _ other: String, _ otherTime: Double) {
        print(String(format: "| %@ | %.1f | %@ | %.1f | %.2f |", work, time, other, otherTime, time / otherTime))
    }

    /// The medians of what some tasks say that they took, of which the first time warms up.
    private static func medians(_ tasks: [() throws -> Double]) throws -> [Double] {
        var times = [[Double]](repeating: [], count: tasks.count)
        for round in 0...rounds {
            for (place, task) in tasks.enumerated() {
                // Nobody tidies up after the one before, as json-c's many objects would have the next one do.
                memory_tidy()
                let time = try task()
                if round > 0 { times[place].append(time) }
            }
        }
        return times.map { $0.sorted()[rounds / 2] }
    }

    /// The time that a dump takes to be read; that it takes to be freed is not in it.
    private static func reading(_ bytes: [UInt8], _ format: DumpFormat, views count: Int) throws -> Double {
        let start = Measurement.processorTime
        let dump = try DumpReader.read(bytes, format: format)
        let time = Measurement.processorTime - start
        guard dump.tree.count >= count - 5 else { throw Fault("\(format) gave \(dump.tree.count) of \(count) views") }
        return time
    }

    /// The time that json-c takes to parse the bytes; that it takes to free them is not in it.
    private static func parsing(_ bytes: [UInt8]) throws -> Double {
        let start = Measurement.processorTime
        let tokener = json_tokener_new_ex(2_000)
        let root = bytes.withUnsafeBytes { buffer in
            json_tokener_parse_ex(
                tokener,
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: buffer.count)
            )
        }
        let time = Measurement.processorTime - start
        defer {
            json_object_put(root)
            json_tokener_free(tokener)
        }
        guard root != nil else { throw Fault("json-c cannot read the JSON") }
        return time
    }

    // MARK: Memory

    /// The tree without texts and attributes, each of whose views is a class and a frame.
    private static func plainJSON(of tree: ViewTree) -> [UInt8] {
        var builder = ViewTreeBuilder()
        for index in tree.indices {
            guard var view = tree.description(of: index) else { continue }
            view.attributes = []
            view.text = nil
            builder.append(view, depth: tree.depth(of: index))
        }
        return DumpWriter.vitrineJSON(builder.build())
    }

    private static func printMemory(_ json: [UInt8], plain: [UInt8], views count: Int) throws {
        print("\n| memory | |\n|---|---|")
        memory_trim()
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = status("VmRSS")
        _ = try DumpReader.read(json, format: .vitrineJSON)
        let peak = Double(status("VmHWM") - before + json.count) / Double(json.count)
        print(String(format: "| peak of loading the JSON, the text included | %.1f times its bytes |", peak))
        for (name, bytes) in [("a view without texts and attributes", plain), ("a view of the list", json)] {
            let start = memory_in_use()
            let dump = try DumpReader.read(bytes, format: .vitrineJSON)
            let share = Double(memory_in_use() - start) / Double(dump.tree.count)
            print(String(format: "| %@ | %.0f bytes |", name, share))
        }
        memory_trim()
        let once = status("VmRSS")
        for _ in 0..<10 { load(json) }
        // As the server does when it lets go of a large dump.
        memory_trim()
        let growth = Double(status("VmRSS") - once) / 1_048_576
        print(String(format: "| ten loads, each on a thread of its own and dropped | %+.1f MB |", growth))
    }

    /// Loads and drops a dump on a new thread, which has an arena of memory of its own.
    private static func load(_ json: [UInt8]) {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = try? DumpReader.read(json, format: .vitrineJSON)
            done.signal()
        }
        done.wait()
    }

    /// A number of bytes that the kernel tells of this process.
    private static func status(_ name: String) -> Int {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1_024 } ?? 0
    }

    // MARK: XML

    private static func compareXML(_ python: String) throws {
        let bytes = Array(InterfaceText.xib(list(5_000)).utf8)
        let file = FileManager.default.temporaryDirectory.appending(path: "loading-\(getpid()).xib")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let parser = try PythonParser(python, file: file)
        let times = try medians([{ try Self.reading(bytes, .xib, views: 5_000) }, { try parser.time() }])
        row("xib of 5,000 views, \(bytes.count) bytes", times[0], "lxml, the same bytes", times[1])
    }

    /// A Python that parses a file with lxml whenever it is asked, and says how long that took.
    private final class PythonParser {
        private static let program = """
            import sys, time
            from lxml import etree
            data = open(sys.argv[1], "rb").read()
            for line in sys.stdin:
                start = time.process_time()
                root = etree.fromstring(data)
                print((time.process_time() - start) * 1000, flush=True)
                del root
            """
        private let process = Process()
        private let (input, output) = (Pipe(), Pipe())

        init(_ python: String, file: URL) throws {
            process.executableURL = URL(filePath: python)
            process.arguments = ["-c", Self.program, file.path]
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
        }

        deinit { try? input.fileHandleForWriting.close() }

        func time() throws -> Double {
            try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
            var answer = ""
            while !answer.hasSuffix("\n") {
                let part = output.fileHandleForReading.availableData
                guard !part.isEmpty else { break }
                answer += String(decoding: part, as: UTF8.self)
            }
            guard let time = Double(answer.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw Fault("lxml answers “\(answer)”")
            }
            return time
        }
    }

    private struct Fault: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
