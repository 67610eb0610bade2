package import ArgumentParser
package import Diagnostics
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

    @Option(
        help: "Whose controls a picture of the screen has: those of iOS 7, 13, 18 or 26; the dump's own by default."
    )
    var ios: String?

    @OptionGroup var screen: ScreenOptions

    @Flag(help: "Overwrite an existing file.")
    var force = false

    package init() {}

    package func validate() throws {
        guard look != nil else { throw ValidationError("--appearance is light or dark.") }
        guard ios == nil || design != nil else { throw ValidationError("--ios is 7, 13, 18 or 26.") }
        guard format ?? named == nil else { return }
        throw ValidationError("\(output) has no known extension. Add --format json, plist, txt, xml, svg or png.")
    }

    private var look: Appearance? { Appearance(rawValue: appearance) }

    private var design: SystemDesign? { ios.flatMap(SystemDesign.init(rawValue:)) }

    private var named: Format? { Format(rawValue: URL(filePath: output).pathExtension.lowercased()) }

    package func run() throws {
        let dump = try screen.arranged(try Inspect.dump(input), of: input)
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
        case .svg: return PrintedDump.picture(of: dump, appearance: look, design: design)
        case .png:
            do {
                let missing = PictureConverter.missing
                let svg = PrintedDump.picture(of: dump, appearance: look, design: design, missing: missing)
                return try PictureConverter.png(of: svg)
            } catch {
                throw CommandFailure(error.message + (error == PictureConverter.nothingFound ? " Or write .svg." : ""))
            }
        }
    }
}

/// Programs that make pixels of an SVG, two for each point. All of them take their fonts from fontconfig.
package enum PictureConverter {
    /// The arguments of each, which read standard input and write standard output.
    private static let programs: [(name: String, arguments: [String])] = [
        ("rsvg-convert", ["--zoom", "2", "--format", "png"]),
        ("inkscape", ["--pipe", "--export-type=png", "--export-dpi=192", "--export-filename=-"]),
        ("magick", ["-density", "192", "svg:-", "png:-"]),
    ]

    /// How long one may take; a picture of many views takes Inkscape some seconds.
    private static let patience = 60.0

    /// The failure when none of them is there.
    static let nothingFound = PictureFailure(
        "No program that makes PNG of SVG is in PATH; install rsvg-convert (librsvg2-bin), Inkscape or ImageMagick."
    )

    /// What servers make pixels with.
    package static let rasterizer = PictureRasterizer(missing: { missing }, png: png)

    /// The letters that no font of this machine has, as it was when somebody first asked. Where fontconfig does not tell,
    /// these are all but the ones that every machine has.
    static let missing: LetterRanges = {
        // try?: what cannot be listed is not there.
        guard let path = path(of: "fc-list"), let list = try? output(of: path, [":", "charset"]) else {
            return LetterRanges().others
        }
        return LetterRanges(fontconfig: String(decoding: list, as: UTF8.self)).others
    }()

    /// A PNG of a picture, made by the first of the programs that there is.
    package static func png(of svg: [UInt8]) throws(PictureFailure) -> [UInt8] {
        let found = programs.lazy.compactMap { program in path(of: program.name).map { ($0, program.arguments) } }
        guard let (path, arguments) = found.first else { throw nothingFound }
        let png = try output(of: path, arguments, fedWith: svg)
        guard !png.isEmpty else { throw PictureFailure("\(path) could not make a PNG of the picture.") }
        return png
    }

    private static func path(of program: String) -> String? {
        (Environment.value("PATH") ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }

    private static func output(
        of path: String,
        _ arguments: [String],
        fedWith input: [UInt8] = []
    ) throws(PictureFailure) -> [UInt8] {
        let process = Process()
        let source = Pipe()
        let result = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = source
        process.standardOutput = result
        let output: Data
        do {
            try process.run()
            // Fed from a thread of its own: either pipe may fill before the other is read.
            let bytes = Data(input)
            Thread.detachNewThread {
                try? source.fileHandleForWriting.write(contentsOf: bytes)
                try? source.fileHandleForWriting.close()
            }
            let deadline = DispatchWorkItem { process.terminate() }
            DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: deadline)
            defer { deadline.cancel() }
            output = try result.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
        } catch {
            throw PictureFailure("\(path) cannot be run.")
        }
        guard process.terminationStatus == 0 else {
            throw PictureFailure("\(path) could not make a PNG of the picture.")
        }
        return [UInt8](output)
    }
}
