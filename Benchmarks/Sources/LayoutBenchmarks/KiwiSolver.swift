import Foundation

/// A Python that solves systems with kiwisolver whenever it is asked (`Benchmarks/kiwi.py`).
final class KiwiSolver {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var rest = ""

    init(python: String, script: String) throws {
        process.executableURL = URL(filePath: python)
        process.arguments = [script]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Reads a system.
    func load(_ rows: LabelRows) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "rows-\(process.processIdentifier).txt")
        try Data(rows.text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try time("load \(file.path)")
    }

    /// What a command took, in milliseconds of the processor.
    func time(_ command: String) throws -> Double {
        let answer = try self.answer(to: command)
        guard let time = Double(answer) else { throw Fault("kiwi answers “\(answer)” to “\(command)”") }
        return time
    }

    /// The values of all variables.
    func values() throws -> [Double] { try answer(to: "values").split(separator: " ").compactMap { Double($0) } }

    private func answer(to command: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        while !rest.contains("\n") {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { throw Fault("kiwi has ended") }
            rest += String(decoding: part, as: UTF8.self)
        }
        let line = rest.prefix { $0 != "\n" }
        rest.removeFirst(line.count + 1)
        return String(line)
    }
}

/// What went wrong.
struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
