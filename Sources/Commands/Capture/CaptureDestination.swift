import Diagnostics
import Foundation
import JSON
import PropertyList

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
        let boundary = "vitrine-\(UUID().uuidString)"
        var body: [UInt8] = []
        func add(_ name: String, _ file: String, _ bytes: [UInt8]) {
            let head = "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\""
            body += Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8) + bytes + Array("\r\n".utf8)
        }
        add("dump", "capture.\(capture.hierarchy.fileExtension)", capture.hierarchy.bytes)
        if let picture = capture.screenshot { add("screenshot", "capture.\(fileExtension(of: picture))", picture) }
        body += Array("--\(boundary)--\r\n".utf8)
        let query = capture.name.map { "?name=\(String($0.prefix(200)).percentEncoded)" } ?? ""
        let response: HTTPClient.Response
        do {
            response = try address.client.send(
                "POST",
                address.base + "/api/v1/dumps" + query,
                ["Content-Type": "multipart/form-data; boundary=\(boundary)", "Accept": "application/json"],
                body: body
            )
        } catch {
            throw CommandFailure(
                "\(error) Is Vitrine at \(address.text)? Name its address with --server, or write files with --output."
            )
        }
        let reply = try? JSONValue(parsing: response.body)
        guard response.status == 201, let id = reply?["id"]?.stringValue else {
            let detail = reply?["detail"]?.stringValue ?? "The server responded with status \(response.status)."
            let errors = reply?["errors"]?.arrayValue?.compactMap { $0["detail"]?.stringValue } ?? []
            throw CommandFailure(
                "\(address.text) refused the dump: " + ([detail] + errors).joined(separator: "\n  ")
            )
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
