import Diagnostics
import Foundation
import JSON
import Live
import PropertyList
import ViewHierarchy

/// What is taken from where, and where it goes.
struct CaptureJob: Sendable {
    let origin: CaptureOrigin
    let destination: CaptureDestination
    /// The name of the dump; nil for that of the app.
    let name: String?
    let takesScreenshot: Bool

    /// Takes one dump.
    func once() throws {
        var source = origin.source()
        defer { source.close() }
        try take(try source.hierarchy(), from: &source)
    }

    /// Takes dumps until the task is cancelled. The first has to succeed; later a device may go away and come back.
    func follow(every interval: Duration) async throws {
        var source = origin.source()
        defer { source.close() }
        var last = try source.hierarchy()
        try take(last, from: &source)
        var complaint: String?
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)
            guard !Task.isCancelled else { break }
            do {
                let next = try source.hierarchy()
                if next.bytes != last.bytes {
                    try take(next, from: &source)
                    last = next
                }
                if complaint != nil { FileHandle.standardError.write(line: "It answers again.") }
                complaint = nil
            } catch {
                let text = "\(error)"
                if text != complaint { FileHandle.standardError.write(line: text) }
                complaint = text
                source.forget()
            }
        }
    }

    private func take(_ hierarchy: CapturedHierarchy, from source: inout any CaptureSource) throws {
        var capture = CapturedScreen(hierarchy: hierarchy)
        capture.name = name ?? hierarchy.appName
        if takesScreenshot {
            do {
                capture.screenshot = try source.screenshot()
            } catch {
                FileHandle.standardError.write(line: "There is no screenshot: \(error)")
            }
        }
        if let facts = source.facts() { FileHandle.standardError.write(line: facts) }
        FileHandle.standardOutput.write(line: try destination.deliver(capture))
    }
}

/// Where dumps are taken from.
enum CaptureOrigin: Sendable {
    case webDriver(HTTPAddress, session: String?, start: String?, form: WebDriverServer.Form?)
    case tool(CaptureTool, udid: String?, patience: Int)

    func source() -> any CaptureSource {
        switch self {
        case .webDriver(let address, let session, let start, let form):
            WebDriverServer(address: address, session: session, start: start, form: form, tellsOptions: true) {
                FileHandle.standardError.write(line: $0)
            }
        case .tool(let tool, let udid, let patience): ToolSource(tool: tool, udid: udid, patience: patience)
        }
    }
}

/// Something that tells what is on a screen.
protocol CaptureSource {
    /// The views as they are now.
    mutating func hierarchy() throws -> CapturedHierarchy
    /// The screen as it is now, PNG or JPEG; nil where the source takes none.
    mutating func screenshot() throws -> [UInt8]?
    /// One line for people about the screen: size, scale, orientation.
    mutating func facts() -> String?
    /// Forgets what it knew of a session that may have ended.
    mutating func forget()
    /// Ends what it started.
    mutating func close()
}

extension WebDriverServer: CaptureSource {
    mutating func facts() -> String? {
        guard let screen = screen() else { return nil }
        var words: [String] = []
        if let size = screen.size {
            words.append("\(NumberText.short(size.width)) by \(NumberText.short(size.height)) points")
        }
        if let scale = screen.scale { words.append("at \(NumberText.short(scale)) pixels each") }
        if let orientation = screen.orientation { words.append(orientation) }
        return words.isEmpty ? nil : "The screen: \(words.joined(separator: ", "))"
    }
}

/// A whole dump on its way.
struct CapturedScreen: Sendable {
    let hierarchy: CapturedHierarchy
    var name: String?
    var screenshot: [UInt8]?

    init(hierarchy: CapturedHierarchy) { self.hierarchy = hierarchy }
}

/// Where a dump goes.
enum CaptureDestination: Sendable {
    /// A Vitrine server.
    case server(HTTPAddress)
    /// A file, or a folder that gets one for each dump.
    case files(String, isFolder: Bool)
    case standardOutput

    /// Brings a dump there, and gives back where it is.
    func deliver(_ capture: CapturedScreen) throws -> String {
        switch self {
        case .server(let address): try Self.send(capture, to: address)
        case .files(let path, let isFolder): try Self.write(capture, to: path, isFolder: isFolder)
        case .standardOutput: String(decoding: capture.hierarchy.bytes, as: UTF8.self)
        }
    }

    // MARK: Servers

    private static func send(_ capture: CapturedScreen, to address: HTTPAddress) throws -> String {
        var files = [FormFile("dump", "capture.\(capture.hierarchy.fileExtension)", capture.hierarchy.bytes)]
        if let picture = capture.screenshot {
            files.append(FormFile("screenshot", "capture.\(fileExtension(of: picture))", picture))
        }
        let reply = try address.post(files, name: capture.name, orElse: ", or write files with --output")
        guard let id = reply["id"]?.stringValue else {
            throw CommandFailure("\(address.text) refused the dump: It is a log of constraints without views.")
        }
        return "\(address.text)/dumps/\(id.percentEncoded)"
    }

    // MARK: Files

    private static func write(_ capture: CapturedScreen, to path: String, isFolder: Bool) throws -> String {
        var isThere: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isThere)
        let file: URL
        if isFolder || path.hasSuffix("/") || (exists && isThere.boolValue) {
            let folder = URL(filePath: path, directoryHint: .isDirectory)
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw CommandFailure("\(path): The folder can't be created: \(error.localizedDescription)")
            }
            file = unused(in: folder, title: title(of: capture), capture.hierarchy.fileExtension)
        } else {
            file = URL(filePath: path)
        }
        do {
            // The picture first: who follows the folder finds it when the dump is there.
            if let picture = capture.screenshot {
                let beside = file.deletingPathExtension().appendingPathExtension(fileExtension(of: picture))
                guard beside.path() != file.path() else {
                    throw CommandFailure(
                        "\(path): The dump and the screenshot would have the same name. Use another extension."
                    )
                }
                try Data(picture).write(to: beside, options: .atomic)
            }
            try Data(capture.hierarchy.bytes).write(to: file, options: .atomic)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(
                "\(file.path(percentEncoded: false)): The file can't be written: \(error.localizedDescription)"
            )
        }
        return file.path(percentEncoded: false)
    }

    /// Name and time, without what file systems keep for themselves.
    private static func title(of capture: CapturedScreen) -> String {
        let time = (Instant.text(.now, to: .seconds) ?? "").replacingOccurrences(of: ":", with: ".")
        let plain = (capture.name ?? "capture").unicodeScalars.map { scalar -> Character in
            scalar == "/" || scalar == ":" || scalar == "\\" || scalar.value < 32 ? "-" : Character(scalar)
        }
        let name = String(plain.drop { $0 == "." }.prefix(80))
        return "\(name.isEmpty ? "capture" : name) \(time)"
    }

    private static func unused(in folder: URL, title: String, _ fileExtension: String) -> URL {
        var number = 1
        while true {
            let name = number == 1 ? title : "\(title) \(number)"
            let file = folder.appending(path: "\(name).\(fileExtension)")
            guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return file }
            number += 1
        }
    }

    private static func fileExtension(of picture: [UInt8]) -> String {
        PictureFormat(detectedIn: picture) == .jpeg ? "jpg" : "png"
    }
}
