import Foundation
import JSON
import Live
package import PropertyList

/// Where captured preferences go: the domains of a server, or of a store.
package protocol CapturedDomains: Sendable {
    /// A domain as it is. It is partial where values are kept from who asks.
    func read(_ domain: String) throws -> (values: [String: PropertyListValue], revision: Int, isPartial: Bool)

    /// Replaces what a domain holds.
    /// - Returns: the new revision; nil where the domain is at another one than was expected.
    func write(
        _ values: [String: PropertyListValue],
        to domain: String,
        ifRevision revision: Int
    ) throws -> Int?
}

/// Brings the preference files of an app's container into domains, follows both, and writes back on request.
///
/// Every key has the value that file and domain had last. What has changed in the file since goes to the domain; what has
/// changed in the domain goes into the file, where that is asked for. Where both changed a key, the file counts: it is what
/// the app has.
struct DefaultsCapture {
    private let domains: any CapturedDomains
    private let place: String
    private let writesBack: Bool
    private var files: [String: CapturedFile] = [:]
    private var complaints: [String: String] = [:]

    init(_ place: String, into domains: any CapturedDomains, writesBack: Bool) {
        self.domains = domains
        self.place = place
        self.writesBack = writesBack
    }

    /// Brings every file there once. One that cannot be brought keeps no other from it.
    mutating func once() throws {
        if let failure = try takeAll().failures.first { throw failure }
    }

    private mutating func takeAll() throws -> (count: Int, failures: [any Error]) {
        let found = try PreferenceFiles.found(at: place)
        guard !found.isEmpty else {
            throw CommandFailure("\(place): There are no preference files, such as com.example.clock.plist.")
        }
        var failures: [any Error] = []
        for file in found {
            do { try take(file) } catch { failures.append(error) }
        }
        return (found.count, failures)
    }

    /// Follows files and domains until the task is cancelled. The first time one of them has to be brought.
    mutating func follow(every interval: Duration) async throws {
        let (count, failures) = try takeAll()
        if let failure = failures.first, failures.count == count { throw failure }
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)
            guard !Task.isCancelled else { break }
            guard let found = try? PreferenceFiles.found(at: place) else { continue }
            for file in found {
                do {
                    try take(file)
                    if complaints.removeValue(forKey: file) != nil { say("\(file): It works again.") }
                } catch {
                    let text = "\(error)"
                    if complaints.updateValue(text, forKey: file) != text { say(text) }
                }
            }
        }
    }

    private func say(_ text: String) { FileHandle.standardError.write(line: text) }

    private mutating func take(_ path: String) throws {
        var file = files[path] ?? CapturedFile(path: path)
        defer { files[path] = file }
        let hasChanged = try file.read()
        guard hasChanged || file.isBehind || writesBack else { return }
        file.isBehind = true
        // The domain may change between being read and written; then it is read again.
        for _ in 0..<20 {
            let domain = try domains.read(file.domain)
            let merge = DefaultsMerge(
                file: file.values,
                domain: domain.values,
                last: file.agreed,
                isPartial: domain.isPartial
            )
            if merge.domain != domain.values {
                guard let revision = try domains.write(merge.domain, to: file.domain, ifRevision: domain.revision)
                else { continue }
                let keys = merge.sent.count == 1 ? "1 key" : "\(merge.sent.count) keys"
                FileHandle.standardOutput.write(line: "\(file.domain): revision \(revision), \(keys) from \(path)")
            }
            for key in merge.conflicts { say("\(file.domain): “\(key)” was changed on both sides; the file counts.") }
            file.agreed = merge.agreed
            file.isBehind = false
            guard writesBack, merge.file != file.values else { return }
            guard try file.write(merge.file) else {
                return say("\(path): The file changed while it was to be written; trying again.")
            }
            file.agreed = merge.domain
            return FileHandle.standardOutput.write(line: "\(path): \(merge.received.count) changed from \(file.domain)")
        }
        throw CommandFailure("The domain \(file.domain) keeps changing. Try again.")
    }
}

/// The domains of a server, through its JSON API; values travel as property lists.
struct ServerDomains: CapturedDomains {
    let server: HTTPAddress

    func read(_ domain: String) throws -> (values: [String: PropertyListValue], revision: Int, isPartial: Bool) {
        let response = try send("GET", domain, ["Accept": "application/x-plist"])
        let digits = response.headers["etag"]?.drop { $0 == "\"" }.prefix { $0.isASCII && $0.isNumber }
        guard response.status == 200, let revision = digits.flatMap({ Int($0) }),
            let values = try? PropertyListReader.read(response.body).dictionaryValue
        else { throw refusal(response, of: domain) }
        return (values, revision, response.headers["vitrine-redacted"] != nil)
    }

    func write(
        _ values: [String: PropertyListValue],
        to domain: String,
        ifRevision revision: Int
    ) throws -> Int? {
        let headers = ["Content-Type": "application/x-plist", "If-Match": "\"\(revision)\""]
        let response = try send("PUT", domain, headers, try PropertyListWriter.binary(.dictionary(values)))
        if response.status == 412 { return nil }
        let reply = try? JSONValue(parsing: response.body)
        guard response.status == 200, case .integer(let new)? = reply?["revision"] else {
            throw refusal(response, of: domain)
        }
        return Int(new)
    }

    private func send(
        _ method: String,
        _ domain: String,
        _ headers: [String: String],
        _ body: [UInt8] = []
    ) throws -> HTTPClient.Response {
        do {
            return try server.client.send(
                method,
                "\(server.base)/api/v1/defaults/\(domain.percentEncoded)",
                headers,
                body: body
            )
        } catch {
            throw CommandFailure("\(error) Is Vitrine at \(server.text)? Name its address with --server.")
        }
    }

    private func refusal(_ response: HTTPClient.Response, of domain: String) -> CommandFailure {
        let detail = (try? JSONValue(parsing: response.body))?["detail"]?.stringValue
        return CommandFailure("\(domain): " + (detail ?? "The server responded with status \(response.status)."))
    }
}

/// What becomes of a file and a domain that both may have changed since they were equal.
struct DefaultsMerge {
    /// What the domain is to hold, and the file.
    private(set) var domain: [String: PropertyListValue]
    private(set) var file: [String: PropertyListValue]
    /// The keys that go to the domain, those that go into the file, and those that both had changed; sorted.
    private(set) var sent: [String] = []
    private(set) var received: [String] = []
    private(set) var conflicts: [String] = []
    /// The values that both have as long as nothing is written into the file.
    private(set) var agreed: [String: PropertyListValue]

    /// - Parameters:
    ///   - last: what both had last; nil the first time, when what only one of them has goes to the other.
    ///   - isPartial: whether values of the domain are kept from who asks, so that a missing one may be there.
    init(
        file: [String: PropertyListValue],
        domain: [String: PropertyListValue],
        last: [String: PropertyListValue]?,
        isPartial: Bool
    ) {
        self.file = file
        self.domain = domain
        agreed = domain
        for key in Set(file.keys).union(domain.keys).sorted() where file[key] != domain[key] {
            let (here, there, before) = (file[key], domain[key], last?[key])
            agreed[key] = here
            if here != before {
                self.domain[key] = here
                sent.append(key)
                if last != nil, there != before, there != nil || !isPartial { conflicts.append(key) }
            } else if there != nil || !isPartial {
                self.file[key] = there
                received.append(key)
            }
        }
    }
}

/// One preference file, and what is known of it.
struct CapturedFile {
    let path: String
    private(set) var values: [String: PropertyListValue] = [:]
    /// What file and domain had last.
    var agreed: [String: PropertyListValue]?
    /// Whether its values have not come to the domain yet.
    var isBehind = false
    private var stamp: Stamp?
    private var format = PropertyListFormat.binary

    /// What tells one state of a file from another: `cfprefsd` replaces files, which changes their numbers.
    private struct Stamp: Equatable {
        var number: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int

        init?(_ path: String) {
            var facts = stat()
            guard stat(path, &facts) == 0 else { return nil }
            number = UInt64(facts.st_ino)
            size = Int64(facts.st_size)
            (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        }
    }

    init(path: String) { self.path = path }

    /// The domain that the file is of.
    var domain: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    /// Reads it where it has changed.
    /// - Returns: Whether it has.
    /// - Throws: for a file that is no property list, as one that is half written; what was read before stays.
    mutating func read() throws -> Bool {
        let found = Stamp(path)
        guard let found, found != stamp else { return false }
        let limit = PropertyListLimits.standard.maximumBytes
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: limit + 1) else {
            throw CommandFailure("\(path): The file can't be read.")
        }
        let bytes = [UInt8](data)
        do {
            guard let values = try PropertyListReader.read(bytes).dictionaryValue else {
                throw CommandFailure("\(path): The top of the property list is no dictionary.")
            }
            // What was replaced while it was read is read again.
            guard Stamp(path) == found else { return false }
            self.values = values
        } catch let error as PropertyListError {
            throw CommandFailure("\(path): \(error.message)")
        }
        format = PropertyListFormat(detectedIn: bytes) == .binary ? .binary : .xml
        stamp = found
        return true
    }

    /// Replaces it at once by one with other values, in its own form; false where it has changed since it was read.
    mutating func write(_ new: [String: PropertyListValue]) throws -> Bool {
        let list = PropertyListValue.dictionary(new)
        let bytes = format == .binary ? try PropertyListWriter.binary(list) : try PropertyListWriter.xml(list)
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let draft = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        let draftPath = draft.path(percentEncoded: false)
        let manager = FileManager.default
        let mode = (try? manager.attributesOfItem(atPath: path))?[.posixPermissions] ?? 0o600
        defer { try? manager.removeItem(at: draft) }
        do {
            guard manager.createFile(atPath: draftPath, contents: nil, attributes: [.posixPermissions: mode]) else {
                throw CocoaError(.fileWriteUnknown)
            }
            let handle = try FileHandle(forWritingTo: draft)
            try handle.write(contentsOf: Data(bytes))
            try handle.synchronize()
            try handle.close()
            guard Stamp(path) == stamp else { return false }
            guard rename(draftPath, file.path(percentEncoded: false)) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw CommandFailure("\(path): The file can't be written; check its folder and permissions.")
        }
        values = new
        stamp = Stamp(path)
        return true
    }
}

/// The preference files of a place: a file, a container with `Library/Preferences`, or a folder of files.
enum PreferenceFiles {
    static func found(at place: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else {
            throw CommandFailure("\(place): There is no such file or folder.")
        }
        guard isFolder.boolValue else {
            guard place.hasSuffix(".plist") else { throw CommandFailure("\(place): A preference file ends in .plist.") }
            return [place]
        }
        let preferences = place + "/Library/Preferences"
        let folder = FileManager.default.fileExists(atPath: preferences) ? preferences : place
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        // Those of the system are no settings of the app, and hidden files are on their way to something else.
        return names.filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") && !$0.hasPrefix("com.apple.") }
            .sorted().prefix(1_000).map { "\(folder)/\($0)" }
    }
}
