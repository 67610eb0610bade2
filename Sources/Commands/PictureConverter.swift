package import Diagnostics
import Foundation

/// Programs that make pixels of an SVG, two for each point.
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

    /// A PNG of a picture, made by the first of the programs that there is.
    package static func png(of svg: [UInt8]) throws(PictureFailure) -> [UInt8] {
        let folders = (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
        let found = programs.lazy.compactMap { program in
            folders.map { "\($0)/\(program.name)" }.first(where: FileManager.default.isExecutableFile(atPath:))
                .map { (path: $0, arguments: program.arguments) }
        }
        guard let program = found.first else { throw nothingFound }
        let process = Process()
        let source = Pipe()
        let result = Pipe()
        process.executableURL = URL(filePath: program.path)
        process.arguments = program.arguments
        process.standardInput = source
        process.standardOutput = result
        let png: Data
        do {
            try process.run()
            // Fed from a thread of its own: either pipe may fill before the other is read.
            let bytes = Data(svg)
            Thread.detachNewThread {
                try? source.fileHandleForWriting.write(contentsOf: bytes)
                try? source.fileHandleForWriting.close()
            }
            let deadline = DispatchWorkItem { process.terminate() }
            DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: deadline)
            defer { deadline.cancel() }
            png = try result.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
        } catch {
            throw PictureFailure("\(program.path) cannot be run.")
        }
        guard process.terminationStatus == 0, !png.isEmpty else {
            throw PictureFailure("\(program.path) could not make a PNG of the picture.")
        }
        return [UInt8](png)
    }
}
