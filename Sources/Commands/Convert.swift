package import ArgumentParser
import Diagnostics
import Drawing
import DumpFormats
import Foundation
import Locators
import PropertyList
import Shapes
import ViewHierarchy

/// `vitrine convert IN OUT`: reads one dump and writes it in another format.
package struct Convert: ParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Read one dump and write it in another format.",
        discussion: """
            The file name extension of OUT selects the format: .json (Vitrine JSON), .plist (the same as a property list), .txt
            (recursiveDescription), .xml (page source in Appium's form), .svg or .png (a picture; PNG needs rsvg-convert,
            Inkscape or ImageMagick). “-” is standard input or output. Anything the format can't represent is reported on standard error.
            """
    )

    /// What can be written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json, plist, txt, xml, svg, png
    }

    @Argument(help: "A dump in any format, or - for standard input.")
    var input: String

    @Argument(help: "The file to write, or - for standard output.")
    var output: String

    @Option(help: "json, plist, txt, xml, svg or png; the file name extension of OUT by default.")
    var format: Format?

    @Option(help: "The appearance of a picture: light or dark.")
    var appearance = "light"

    @Flag(help: "Overwrite an existing file.")
    var force = false

    package init() {}

    package func validate() throws {
        guard look != nil else { throw ValidationError("--appearance is light or dark.") }
        guard format ?? named == nil else { return }
        throw ValidationError("\(output) has no known extension. Add --format json, plist, txt, xml, svg or png.")
    }

    private var look: Appearance? { Appearance(rawValue: appearance) }

    private var named: Format? { Format(rawValue: URL(filePath: output).pathExtension.lowercased()) }

    package func run() throws {
        let dump = try Inspect.dump(input)
        let written = try write(dump, as: format ?? named ?? .json)
        try OutputFile.write(written, to: output, force: force)
    }

    /// Page source, and on standard error what it cannot hold.
    private func source(of dump: Dump) -> [UInt8] {
        let tree = ElementTree(dump)
        let source = PageSource(tree)
        if !ElementTree.isOfElements(dump.tree) {
            let message =
                "lost: bounds, masks, colours and the like; each view became the element that a test most likely sees"
            FileHandle.standardError.write(line: message)
        }
        if source.removed > 0 {
            FileHandle.standardError.write(line: "lost: \(source.removed) characters that XML forbids")
        }
        return source.xml
    }

    private func write(_ dump: Dump, as format: Format) throws -> [UInt8] {
        switch format {
        case .json: return DumpWriter.vitrineJSON(dump)
        case .plist:
            do {
                return try DumpWriter.propertyList(dump)
            } catch {
                throw CommandFailure("\(input): It can't be written as a property list. \(error.message)")
            }
        case .txt:
            let writer = DescriptionWriter.write(dump.tree)
            var lost = writer.lost.map { "\($0.name) of \($0.views.counted("view"))" }
            if !dump.pictures.isEmpty { lost.append("pictures of \(dump.pictures.count) views") }
            if dump.screenshot != nil { lost.append("the screenshot") }
            for loss in lost { FileHandle.standardError.write(line: "lost: \(loss)") }
            return writer.text
        case .xml: return source(of: dump)
        case .svg: return PrintedDump.picture(of: dump, appearance: look)
        case .png:
            do {
                return try PictureConverter.png(of: PrintedDump.picture(of: dump, appearance: look))
            } catch {
                throw CommandFailure(error.message + (error == PictureConverter.nothingFound ? " Or write .svg." : ""))
            }
        }
    }
}
