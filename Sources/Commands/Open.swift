import Access
import AppBundles
package import ArgumentParser
import Catalog
import DumpFormats
import Foundation
import JSON
import Live

/// `vitrine open PATH…`: opens dumps and apps on a server, as the library's page does with what is dropped.
package struct Open: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Open dumps, UI test attachments or an app on a server.",
        discussion: """
            Sends the files and prints the address of their page. Several files, a folder or a zip archive, such as the \
            attachments of a UI test, are opened together: screenshots join their dumps, tables of texts join their interface, \
            and several dumps become a timeline. An .ipa or a zipped .app becomes an app. Files that aren't used are named on \
            standard error; the exit status is 1 only if nothing was opened.
            """
    )

    @Argument(help: "Dumps with their screenshots, one folder or zip archive of them, or an archive of an app.")
    var paths: [String]

    @Option(help: "Address of the Vitrine server (VITRINE_URL; http://127.0.0.1:8080).")
    var server: String?

    @OptionGroup var token: ServerToken

    @OptionGroup var trust: ServerTrust

    @Option(help: "Name of the dump or the app; what it calls itself by default.")
    var name: String?

    package init() {}

    package func validate() throws { _ = try address() }

    package func run() throws {
        let server = try address()
        let reply = try send(to: server)
        if reply["conflicts"] != nil {
            throw CommandFailure(
                "This is a log of constraints without a dump. “vitrine explain” explains it, and so does the page \(server.text)/explain."
            )
        }
        for file in reply["unused"]?.arrayValue ?? [] {
            let (path, reason) = (file["file"]?.stringValue ?? "", file["reason"]?.stringValue ?? "")
            FileHandle.standardError.write(line: "\(path): Not used. \(reason)")
        }
        let page =
            reply["page"]?.stringValue
            ?? reply["id"]?.stringValue.map { "/\(reply["format"] == nil ? "apps" : "dumps")/\($0.percentEncoded)" }
            ?? "/"
        FileHandle.standardOutput.write(line: server.text + page)
    }

    private func address() throws -> HTTPAddress {
        try .vitrine(server, token: try token.resolved(), trust: try trust.resolved())
    }

    private func send(to server: HTTPAddress) throws -> JSONValue {
        guard paths.count == 1, let path = paths.first else { return try server.post(files(in: paths), name: name) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            let bytes = try Self.read(path, atMost: CatalogLimits.standard.maximumAppBytes)
            do {
                guard AppUpload.isArchive(bytes), !DumpReader.isArchivedDump(bytes) else {
                    return try server.post([FormFile("dump", path.fileLastPart, bytes)], name: name)
                }
                let isApp = try SeriesUpload.holdsBundle(bytes[...], limits: .standard)
                return try server.post(bytes, type: "application/zip", to: isApp ? "apps" : "dumps", name: name)
            } catch let error as CatalogError {
                throw CommandFailure("\(path): \(error.message)")
            }
        }
        if let parts = try Inspect.interface(path, language: nil) {
            return try server.post(Self.files(of: parts, path), name: name)
        }
        return try server.post(files(inFolder: path), name: name)
    }

    /// An interface that is a folder, such as a compiled storyboard: its files as the server takes them.
    private static func files(of interface: DumpUpload, _ path: String) -> [FormFile] {
        [FormFile("dump", path.fileLastPart, interface.source)]
            + interface.parts.map { FormFile($0.name, $0.filename ?? $0.name, $0.bytes) }
    }

    private func files(in paths: [String]) throws -> [FormFile] {
        var room = SeriesUpload.maximumBytes
        return try paths.map { path in
            let bytes = try Self.read(path, atMost: room)
            room -= bytes.count
            return FormFile("dump", path.fileLastPart, bytes)
        }
    }

    private func files(inFolder folder: String) throws -> [FormFile] {
        let ending = URL(filePath: folder).pathExtension.lowercased()
        if ending == "xcresult" {
            throw CommandFailure(
                "\(folder): This is a bundle of test results. Export its attachments with “xcrun xcresulttool export attachments”, and open their folder."
            )
        }
        let search = BundleSearch(folder, files: { _ in true })
        DumpFolder.tell(search.gaps, in: folder)
        if ["app", "bundle"].contains(ending) {
            throw CommandFailure("\(folder): This is the folder of an app. Zip it, and open the archive.")
        }
        for bundle in search.bundles {
            FileHandle.standardError.write(
                line: "\(bundle): Not used. It is the folder of an app. Zip it, and open the archive."
            )
        }
        guard search.files.count <= SeriesUpload.maximumFiles else {
            throw CommandFailure(
                "\(folder): There are \(search.files.count) files in it; at most \(SeriesUpload.maximumFiles) are opened together."
            )
        }
        guard !search.files.isEmpty else { throw CommandFailure("\(folder): There is no file in it.") }
        var room = SeriesUpload.maximumBytes
        return try search.files.sorted().map { path in
            let bytes = try Self.read(path, atMost: room)
            room -= bytes.count
            return FormFile("dump", path, bytes)
        }
    }

    /// The bytes of a file, of which there may be so many.
    private static func read(_ path: String, atMost limit: Int) throws -> [UInt8] {
        let bytes = try Inspect.read(path, atMost: limit, folder: "open it alone.")
        guard bytes.count <= limit else {
            throw CommandFailure("\(path): This is more than can be sent at once. Open fewer or smaller files.")
        }
        return bytes
    }
}

/// A file of a form.
struct FormFile {
    let field: String
    let name: String
    let bytes: [UInt8]

    init(_ field: String, _ name: String, _ bytes: [UInt8]) {
        (self.field, self.name, self.bytes) = (field, name, bytes)
    }
}

extension HTTPAddress {
    /// The server that an option names, else the environment, else the one of this machine.
    static func vitrine(_ option: String?, token: String?, trust: TLSTrust) throws -> HTTPAddress {
        let text = option ?? Environment.value("VITRINE_URL") ?? "http://127.0.0.1:8080"
        var address = try known(text, option == nil ? "VITRINE_URL" : "--server", trust: trust)
        address.client.token = token
        return address
    }

    /// An address that somebody gave.
    static func known(_ text: String, _ option: String, trust: TLSTrust) throws -> HTTPAddress {
        guard let address = HTTPAddress(text, trust: trust) else {
            throw ValidationError("\(option) takes an address such as http://127.0.0.1:8100, not “\(text)”.")
        }
        return address
    }

    /// Sends files as a form to be opened together.
    func post(_ files: [FormFile], name: String?, orElse way: String = "") throws -> JSONValue {
        let boundary = "vitrine-\(UUID().uuidString)"
        var body: [UInt8] = []
        for file in files {
            // As browsers write names (HTML, section 4.10.21.8).
            let name = file.name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
            let head = "Content-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(name)\""
            body += Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8)
            body += file.bytes
            body += Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        return try post(body, type: "multipart/form-data; boundary=\(boundary)", to: "dumps", name: name, orElse: way)
    }

    /// Sends what becomes a dump or an app; the answer is what the API says of it.
    /// - Parameter way: what people can do where there is no server.
    func post(
        _ body: [UInt8],
        type: String,
        to resource: String,
        name: String?,
        orElse way: String = ""
    ) throws -> JSONValue {
        let query = name.map { "?name=\(String($0.prefix(200)).percentEncoded)" } ?? ""
        let response: HTTPClient.Response
        do {
            response = try client.send(
                "POST",
                "\(base)/api/v1/\(resource)\(query)",
                ["Content-Type": type, "Accept": "application/json"],
                body: body
            )
        } catch {
            throw CommandFailure("\(error) Is Vitrine at \(text)? Name its address with --server\(way).")
        }
        let reply = try? JSONValue(parsing: response.body)
        guard response.status == 201 || response.status == 200, let reply else {
            let detail = reply?["detail"]?.stringValue ?? "The server responded with status \(response.status)."
            // Of many reasons the first are told; the server’s page has them all.
            let errors = reply?["errors"]?.arrayValue?.prefix(3).compactMap { $0["detail"]?.stringValue } ?? []
            throw CommandFailure(
                "\(text) refused the \(resource.dropLast()): " + ([detail] + errors).joined(separator: "\n  ")
            )
        }
        return reply
    }
}
