import Foundation
import JSON

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
    case webDriver(HTTPAddress, session: String?, start: String?, form: Capture.Form?)
    case tool(CaptureTool, udid: String?, patience: Int)

    func source() -> any CaptureSource {
        switch self {
        case .webDriver(let address, let session, let start, let form):
            WebDriverSource(address: address, session: session, start: start, form: form)
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

/// The views, as the source wrote them.
struct CapturedHierarchy: Sendable {
    let bytes: [UInt8]
    /// `json` or `xml`.
    let fileExtension: String
    let appName: String?

    init(json bytes: [UInt8], appName: String?) {
        self.bytes = bytes
        fileExtension = "json"
        self.appName = appName
    }

    init(xml text: String) {
        bytes = Array(text.utf8)
        fileExtension = "xml"
        appName = Self.name(inXML: text)
    }

    /// The name of the application element, which is at the start of a page source.
    private static func name(inXML text: String) -> String? {
        let start = text.prefix(8_000)
        guard let element = start.range(of: "<XCUIElementTypeApplication "),
            let end = start[element.upperBound...].range(of: ">"),
            let name = start[element.upperBound..<end.lowerBound].range(of: " name=\"")
        else { return nil }
        var value = String(start[name.upperBound...].prefix { $0 != "\"" })
        let entities = [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        for (entity, character) in entities { value = value.replacingOccurrences(of: entity, with: character) }
        return value.isEmpty ? nil : value
    }
}

/// A whole dump on its way.
struct CapturedScreen: Sendable {
    let hierarchy: CapturedHierarchy
    var name: String?
    var screenshot: [UInt8]?

    init(hierarchy: CapturedHierarchy) { self.hierarchy = hierarchy }
}
