import AppBundles
package import ArgumentParser
import Catalog
import DumpFormats
import Foundation
import Shapes
import ViewHierarchy

/// `vitrine inspect FILE`: reads one dump and prints it.
package struct Inspect: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Read one dump and print its views.",
        discussion: """
            Reads standard input when FILE is “-”. Anything lost or guessed is reported on standard error. A log of a constraint \
            conflict without a dump is explained, as by “vitrine explain”.
            """
    )

    /// How the dump is printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case tree, json, svg, digest
    }

    @Argument(help: "A dump in any format, a .storyboardc or .nib folder, or - for standard input.")
    var file: String

    @Option(
        help:
            "tree (one line per view), json (as in the API), svg (a wireframe) or digest (what can be read and touched)."
    )
    var format = Format.tree

    @Option(help: "Maximum length of a digest in tokens, which are about four characters each.")
    var tokens: Int?

    @Option(help: "Lay out the views at another size first, such as 375x667.")
    var size: ViewSize?

    @Option(help: "Use the texts of an interface in this language, from a table such as de.lproj beside Base.lproj.")
    var lang: String?

    @Flag(help: "List all that the format of the dump lacks; of a file in no known format, why it has none of them.")
    var verbose = false

    @Flag(help: "Of a text with marks at lines that were added and taken away, print the dump before the change.")
    var before = false

    package init() {}

    package func run() throws { try CommandFailure.ending(print) }

    private func print() throws {
        var upload = try Self.interface(file, language: lang) ?? DumpUpload(source: Self.read(file))
        if before {
            guard let old = DumpReader.oldSide(of: upload.source) else {
                throw CommandFailure("\(file): The text holds one dump only: nothing was before.")
            }
            upload.source = old
        }
        let inspection: PrintedDump
        do {
            inspection = try PrintedDump(
                of: upload.source,
                format: upload.format,
                parts: upload.parts,
                resizedTo: size?.size
            )
        } catch {
            if upload.format == nil, let report = Self.conflicts(upload.source) {
                for note in report.notes { FileHandle.standardError.write(line: note) }
                return FileHandle.standardOutput.write(output: format == .json ? report.json : report.text)
            }
            throw error.failure(about: file, verbose: verbose)
        }
        for note in inspection.notes(verbose: verbose) { FileHandle.standardError.write(line: note) }
        let output: [UInt8] =
            switch format {
            case .tree: inspection.text
            case .json: inspection.json
            case .svg: inspection.wireframe
            case .digest: inspection.digest(tokens: tokens ?? ScreenDigest.usualTokens, name: Self.title(of: file))
            }
        FileHandle.standardOutput.write(output: output)
    }

    package func validate() throws {
        guard let tokens else { return }
        guard format == .digest else { throw ValidationError("--tokens applies only to --format digest.") }
        guard ScreenDigest.tokenBounds.contains(tokens) else {
            let bounds = ScreenDigest.tokenBounds
            throw ValidationError("--tokens takes \(bounds.lowerBound) to \(bounds.upperBound), not \(tokens).")
        }
    }

    /// What a dump of a file is called that has no name itself.
    private static func title(of file: String) -> String {
        file == "-" ? "Dump" : URL(filePath: file).lastPathComponent
    }

    /// The conflicts of a constraint log that stands alone; nil for anything else.
    private static func conflicts(_ bytes: [UInt8]) -> ConflictReport? {
        do throws(DumpError) { return try ConflictReport(reading: bytes, dump: nil) } catch { return nil }
    }

    /// The file as an interface with what belongs to it: the table of the language asked for, the nibs of a compiled
    /// storyboard; nil for any other dump.
    static func interface(_ file: String, language lang: String?) throws -> DumpUpload? {
        let url = URL(filePath: file).standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), lang != nil || isFolder.boolValue
        else {
            if lang != nil {
                throw CommandFailure("\(file): a language needs a file: its tables of texts are in folders beside it.")
            }
            return nil
        }
        let folder = url.deletingLastPathComponent()
        let isLocalized = folder.pathExtension.lowercased() == "lproj"
        let root = isLocalized ? folder.deletingLastPathComponent() : folder
        let path = (isLocalized ? [folder.lastPathComponent] : []) + [url.lastPathComponent]
        do {
            let files = try FolderFiles(root: root)
            guard let interface = BundleInterface(at: path.joined(separator: "/"), in: files) else {
                guard lang != nil else { return nil }
                throw CommandFailure("\(file): a language applies only to nibs, xibs and storyboards.")
            }
            return try DumpUpload(interface, in: files, language: try interface.table(for: lang))
        } catch let error as AppBundleError {
            throw CommandFailure("\(file): \(error.message)")
        } catch let error as CatalogError {
            throw CommandFailure("\(file): \(error.message)")
        }
    }

    /// A dump in any format.
    static func dump(_ file: String) throws -> Dump { try dump(read(file), of: file) }

    /// The dump that bytes are.
    /// - Parameter file: What they are called in what goes wrong.
    static func dump(_ bytes: [UInt8], of file: String) throws -> Dump {
        do throws(DumpError) {
            return try DumpReader.read(bytes)
        } catch {
            throw error.failure(about: file)
        }
    }

    /// The bytes of a file, at most one more than are wanted.
    /// - Parameter folder: what is said of a folder.
    static func read(
        _ file: String,
        atMost limit: Int = DumpLimits.standard.maximumBytes,
        folder: String = "the command takes one dump. “vitrine serve” opens folders."
    ) throws -> [UInt8] {
        let handle: FileHandle
        if file == "-" {
            handle = .standardInput
        } else {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
                throw CommandFailure("\(file): This file does not exist.")
            }
            guard !isFolder.boolValue else {
                throw CommandFailure("\(file): This is a folder; \(folder)")
            }
            do {
                handle = try FileHandle(forReadingFrom: URL(filePath: file))
            } catch {
                throw CommandFailure("\(file): The file can't be read. Check its permissions.")
            }
        }
        guard let data = try handle.read(upToCount: limit + 1) else { return [] }
        return [UInt8](data)
    }
}

extension DumpError {
    /// What is wrong with a file, where, and what to do; a line for each sentence.
    ///
    /// - Parameter verbose: Whether each format is named with the reason against it.
    func sentence(about file: String, verbose: Bool = false) -> String {
        let place = line.map { ":\($0)" } ?? ""
        let hint = verbose || attempts.isEmpty ? "" : " “vitrine inspect --verbose” has the reason for each format."
        let tried = verbose ? attempts.map { "\n  \($0.format.rawValue): \($0.reason)" }.joined() : ""
        return "\(file)\(place): \(lines.joined(separator: "\n"))\(hint)\(tried)"
    }

    /// What ends a command that reads the file. A merge that is not finished has an exit code of its own: nothing is wrong with
    /// the file but its state.
    func failure(about file: String, verbose: Bool = false) -> CommandFailure {
        CommandFailure(sentence(about: file, verbose: verbose), status: code == .mergeConflict ? 2 : 1)
    }
}

/// A size on the command line, as `375x667`.
struct ViewSize: ExpressibleByArgument {
    let size: Size

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
            (0...100_000).contains(width), (0...100_000).contains(height)
        else { return nil }
        size = Size(width: width, height: height)
    }
}
