import Foundation
import JSON

/// A program that tells what is on a screen.
enum CaptureTool: String, Sendable {
    case idb, maestro

    /// How people get it.
    var installation: String {
        switch self {
        case .idb: "See https://fbidb.io/docs/installation."
        case .maestro: "See https://docs.maestro.dev."
        }
    }

    /// The arguments that make it print the views.
    func hierarchy(udid: String?) -> [String] {
        switch self {
        case .idb: ["ui", "describe-all", "--nested"] + (udid.map { ["--udid", $0] } ?? [])
        case .maestro: (udid.map { ["--udid", $0] } ?? []) + ["hierarchy"]
        }
    }

    /// The arguments that make it write the screen into a file; nil where it cannot.
    func screenshot(to file: String, udid: String?) -> [String]? {
        switch self {
        case .idb: ["screenshot"] + (udid.map { ["--udid", $0] } ?? []) + [file]
        case .maestro: nil
        }
    }
}

/// Runs idb or Maestro, which have to be in `PATH`.
struct ToolSource: CaptureSource {
    let tool: CaptureTool
    let udid: String?
    let patience: Int

    private static let maximumBytes = 64 << 20

    func hierarchy() throws -> CapturedHierarchy {
        let printed = try run(tool.hierarchy(udid: udid))
        // Maestro tells what it runs on before it prints the views.
        guard let start = Self.document(in: printed) else {
            throw CommandFailure("\(tool.rawValue) printed no JSON.")
        }
        return CapturedHierarchy(json: Array(printed[start...]), appName: Self.name(in: printed))
    }

    func screenshot() throws -> [UInt8]? {
        let file = FileManager.default.temporaryDirectory.appending(path: "vitrine-\(UUID().uuidString).png")
        guard let arguments = tool.screenshot(to: file.path(percentEncoded: false), udid: udid) else { return nil }
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try run(arguments)
        guard let handle = try? FileHandle(forReadingFrom: file),
            let data = try handle.read(upToCount: Self.maximumBytes), !data.isEmpty
        else { throw CommandFailure("\(tool.rawValue) wrote no picture.") }
        return [UInt8](data)
    }

    func facts() -> String? { nil }
    func forget() {}
    func close() {}

    private func run(_ arguments: [String]) throws -> [UInt8] {
        guard let program = Program(named: tool.rawValue) else {
            throw CommandFailure("There is no \(tool.rawValue) in PATH. \(tool.installation)")
        }
        return try program.output(arguments, patience: patience, maximumBytes: Self.maximumBytes)
    }

    /// Where a line begins as JSON does.
    private static func document(in bytes: [UInt8]) -> Int? {
        bytes.indices.first { index in
            (bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "["))
                && (index == 0 || bytes[index - 1] == UInt8(ascii: "\n"))
        }
    }

    /// What the application is called, the first of idb's elements.
    private static func name(in bytes: [UInt8]) -> String? {
        let first = (try? JSONValue(parsing: bytes, limits: .dump))?.arrayValue?.first
        guard first?["type"]?.stringValue == "Application" else { return nil }
        return first?["AXLabel"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
