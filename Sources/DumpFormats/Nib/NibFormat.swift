import PropertyList

/// A compiled nib of an iOS app: a `NIBArchive`, or the keyed archive that it was before iOS 6.
enum NibFormat: FormatReader {
    /// Where a nib keeps its topmost objects, and all of them.
    private static let rootKeys = ["UINibTopLevelObjectsKey", "UINibObjectsKey"]

    static var format: DumpFormat { .nib }

    static func signs(in input: DumpInput) -> FormatSigns {
        if NibArchive.hasMagic(input.bytes) { return FormatSigns(.certain, "It begins with NIBArchive.") }
        guard input.mayBeArchive, let archive = input.archive else {
            return FormatSigns(.none, "It begins neither with NIBArchive nor as a keyed archive does.")
        }
        guard isNib(archive) || isDesktopNib(archive) else {
            return FormatSigns(.none, "It archives no \(rootKeys[0]).")
        }
        return FormatSigns(.certain, "It archives the objects of a nib.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        let archive: ObjectArchive
        if NibArchive.hasMagic(input.bytes) {
            do throws(NibArchive.Damage) {
                archive = try NibArchive.read(input.bytes)
            } catch {
                throw .broken(DumpError(.unreadable, error.message))
            }
        } else {
            guard input.mayBeArchive, let keyed = input.archive else {
                throw .other(reason: "It begins neither with NIBArchive nor as a keyed archive does.", line: 1)
            }
            archive = keyed
        }
        guard !isDesktopNib(archive) else {
            throw .broken(
                DumpError(
                    .unreadable,
                    "This is a compiled nib of a Mac app; only those of iOS apps hold UIKit's views."
                )
            )
        }
        guard isNib(archive) else { throw .other(reason: "It archives no \(rootKeys[0]).", line: 1) }
        var reader = NibReader(archive, limits: input.limits)
        do throws(DumpError) {
            return try reader.read(roots: rootKeys.lazy.compactMap { archive.root($0)?.elements })
        } catch {
            throw .broken(error)
        }
    }

    private static func isNib(_ archive: ObjectArchive) -> Bool { rootKeys.contains { archive.top[$0] != nil } }

    private static func isDesktopNib(_ archive: ObjectArchive) -> Bool { archive.top["IB.objectdata"] != nil }
}
