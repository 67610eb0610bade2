import ViewHierarchy
import Diagnostics
import AppBundles
import DumpFormats
import Foundation

/// The dumps below a folder, read one after the other in the order of their paths. What is none is told and passed over;
/// a dump that is broken is told, and the others are read all the same.
struct DumpFolder {
    /// So many files that are no dumps are named; the others are counted.
    private static let mostNamed = 20

    private let path: String
    private let files: [String]
    /// How many dumps were read.
    private(set) var read = 0
    /// How many files are no dumps.
    private(set) var skipped = 0
    /// How many dumps are broken.
    private(set) var broken = 0
    /// The files with merges that are not finished, which are broken too.
    private(set) var conflicts: [(file: String, error: DumpError)] = []

    /// Takes what a search of a folder found.
    init(_ path: String, _ search: BundleSearch) {
        self.path = path
        files = search.files.sorted()
    }

    /// Searches a folder; nil for what is none.
    init?(_ path: String) {
        var isFolder: ObjCBool = false
        guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
        else { return nil }
        let search = BundleSearch(path, files: { _ in true })
        Self.tell(search.gaps, in: path)
        self.init(path, search)
    }

    /// Says on standard error what a search left out.
    static func tell(_ gaps: [BundleSearch.Gap], in path: String) {
        for gap in gaps {
            let sentence =
                switch gap {
                case .tooManyEntries: "\(path): The folder has too many entries. The rest is left out."
                case .tooDeep(let folder): "\(folder): The folder is nested too deeply and is left out."
                case .unreadable(let folder): "\(folder): The folder can't be read. Check its permissions."
                }
            FileHandle.standardError.write(line: sentence)
        }
    }

    /// Reads the dumps.
    mutating func forEach(_ take: (String, Dump) throws -> Void) throws {
        for file in files {
            guard DumpReader.mayRead(fileNamed: URL(filePath: file).lastPathComponent) else {
                skip(file)
                continue
            }
            let dump: Dump
            do {
                dump = try DumpReader.read(try Inspect.read(file))
            } catch let error as DumpError where error.code == .unknownFormat {
                skip(file)
                continue
            } catch {
                broken += 1
                if let error = error as? DumpError, error.code == .mergeConflict { conflicts.append((file, error)) }
                let sentence = (error as? DumpError)?.sentence(about: file) ?? "\(error)"
                FileHandle.standardError.write(line: "Error: \(sentence)")
                continue
            }
            read += 1
            try take(file, dump)
        }
        FileHandle.standardError.write(line: "\(path): \(summary)")
    }

    private mutating func skip(_ file: String) {
        skipped += 1
        guard skipped <= Self.mostNamed else { return }
        FileHandle.standardError.write(line: "\(file): skipped, as it is not a dump in a known format.")
    }

    /// How many there are of each, in words: `12 dumps checked, 3 other files skipped`.
    private var summary: String {
        var parts = ["\(read.counted("dump")) checked"]
        if broken > 0 { parts.append("\(broken) broken") }
        if skipped > 0 { parts.append("\(skipped.counted("other file")) skipped") }
        return parts.joined(separator: ", ") + "."
    }
}
