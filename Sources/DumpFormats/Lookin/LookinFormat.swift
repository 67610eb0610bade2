import ViewHierarchy
import PropertyList

/// A `.lookin` file: the hierarchy that the Lookin debugger saves, a keyed archive of its own classes.
enum LookinFormat: FormatReader {
    /// The class of the archive's root.
    private static let rootClass = "LookinHierarchyFile"

    static var format: DumpFormat { .lookin }

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.mayBeArchive else { return FormatSigns(.none, "A keyed archive is a binary property list.") }
        guard let archive = input.archive else { return FormatSigns(.none, "It is no archive of NSKeyedArchiver.") }
        guard root(of: archive) != nil else {
            return FormatSigns(.none, "It archives no \(rootClass).")
        }
        return FormatSigns(.certain, "It archives a \(rootClass).")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        guard input.mayBeArchive else {
            throw .other(reason: "A keyed archive is a binary property list.", line: 1)
        }
        guard let root = root(of: try input.archiveDocument()) else {
            throw .other(reason: "It archives no \(rootClass).", line: 1)
        }
        var reader = LookinReader(limits: input.limits)
        do throws(DumpError) {
            return try reader.read(root)
        } catch {
            throw .broken(error)
        }
    }

    /// The hierarchy: the root, or a hierarchy that was archived without the file around it.
    private static func root(of archive: ObjectArchive) -> ArchivedNode? {
        archive.root(.root).flatMap { node in
            [rootClass, "LookinHierarchyInfo"].contains { node.classNames.contains($0) } ? node : nil
        }
    }
}
