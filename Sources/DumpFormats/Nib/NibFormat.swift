import ViewHierarchy
import PropertyList

/// A compiled nib of an iOS app: a `NIBArchive`, or the keyed archive that it was before iOS 6.
enum NibFormat: FormatReader {
    /// Where a nib keeps its topmost objects, and all of them.
    static let rootKeys = [ArchiveKey.topLevelObjects, .allObjects]

    static var format: DumpFormat { .nib }

    static func signs(in input: DumpInput) -> FormatSigns {
        if NibArchive.hasMagic(input.bytes) { return FormatSigns(.certain, "It begins with NIBArchive.") }
        guard input.mayBeArchive, let archive = input.archive else {
            return FormatSigns(.none, "It begins neither with NIBArchive nor as a keyed archive does.")
        }
        guard isNib(archive) || isDesktopNib(archive) else {
            return FormatSigns(.none, "It archives no \(rootKeys[0].text).")
        }
        return FormatSigns(.certain, "It archives the objects of a nib.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        let archive = try archive(of: input)
        do throws(DumpError) {
            let strings = try InterfaceStrings(beside: input)
            var assembler = TreeAssembler(limits: input.limits)
            guard try NibReader(archive.localized(with: strings.texts)).append(to: &assembler) else {
                throw DumpError(
                    .unreadable,
                    "The compiled nib holds no view: it may be that of a controller, whose view is in a nib of its own."
                )
            }
            var dump = Dump(format: .nib, tree: assembler.build())
            dump.report = assembler.report.finished(general: [NibReader.loss])
            return strings.noted(in: dump)
        } catch {
            throw .broken(error)
        }
    }

    /// The objects of a nib in either form.
    static func archive(of input: DumpInput) throws(Misfit) -> ObjectArchive {
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
        guard isNib(archive) else { throw .other(reason: "It archives no \(rootKeys[0].text).", line: 1) }
        return archive
    }

    /// What a nib lists as its objects, the topmost first.
    static func objects(of archive: ObjectArchive) -> [ArchivedNode] {
        rootKeys.compactMap { archive.root($0)?.elements }.flatMap(\.self)
    }

    private static func isNib(_ archive: ObjectArchive) -> Bool { rootKeys.contains(where: archive.hasRoot) }

    private static func isDesktopNib(_ archive: ObjectArchive) -> Bool { archive.hasRoot(.desktopObjects) }
}
