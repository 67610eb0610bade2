import Defaults
import Foundation
import PropertyList

/// Files of this machine; `-` is standard input.
struct LocalFiles: DefaultsCommandFiles {
    func read(_ path: String) throws -> [UInt8] {
        let limit = PropertyListLimits.standard.maximumBytes
        do {
            let handle = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            return [UInt8](try handle.read(upToCount: limit + 1) ?? Data())
        } catch {
            throw DefaultsCommandError("Could not read data from \(path)")
        }
    }

    /// A new file is for its owner only, as those in Library/Preferences; one that was there keeps its permissions.
    func write(_ bytes: [UInt8], to path: String) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let manager = FileManager.default
        let old = try? manager.attributesOfItem(atPath: file.path(percentEncoded: false))[.posixPermissions]
        let draft = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        let draftPath = draft.path(percentEncoded: false)
        do {
            guard
                manager.createFile(
                    atPath: draftPath,
                    contents: nil,
                    attributes: [.posixPermissions: old ?? 0o600]
                )
            else { throw CocoaError(.fileWriteUnknown) }
            let handle = try FileHandle(forWritingTo: draft)
            try handle.write(contentsOf: Data(bytes))
            try handle.synchronize()
            try handle.close()
            guard rename(draftPath, file.path(percentEncoded: false)) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            try? manager.removeItem(at: draft)
            throw DefaultsCommandError("Could not write \(path); check its folder and permissions.")
        }
    }
}
