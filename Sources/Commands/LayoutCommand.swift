package import ArgumentParser
import AutoLayout
import Catalog
import DumpFormats
import Foundation
import Shapes
import ViewHierarchy

extension HeldWays: ExpressibleByArgument {}

/// `vitrine layout FILE…`: solves the constraints of interface files on their canvas or on devices.
package struct LayoutCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Solve the constraints of xibs, storyboards and other dumps that have them.",
        discussion: """
            Every root is laid out on its own canvas, or on each of the given devices. Roots that are not screens, such as \
            cells, are laid out on the canvas only. The exit status is 0 if all required constraints can be satisfied, 1 if \
            some conflict, and 2 if a file can't be read or has no constraints. Anything left out is reported on standard \
            error.
            """
    )

    /// How the layouts are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, svg, html
    }

    @Argument(
        help: "Dumps in any format that has constraints: .xib, .storyboard, Vitrine's JSON, or - for standard input."
    )
    var files: [String]

    @Option(help: "Devices to use instead of the canvas: ids separated by commas, such as iphone-8,ipad-10-2, or all.")
    var device: String?

    @Option(help: "Orientation of the devices: portrait, landscape or both.")
    var orientation = HeldWays.portrait

    @OptionGroup var texts: TextOptions

    @Option(
        help: """
            text (one line per layout, then conflicts and ambiguities), json, svg (the screens side by side) \
            or html (a page with the screens and the findings on each).
            """
    )
    var format = Format.text

    package init() {}

    package func run() throws {
        do {
            let devices = try device.map(Device.chosen)
            var layouts: [PrintedLayout] = []
            for file in files { layouts += try self.layouts(of: file, on: devices, orientation.orientations) }
            let output: [UInt8] =
                switch format {
                case .text: Array(layouts.map(\.text).joined().utf8)
                case .json: PrintedLayout.json(layouts)
                case .svg: DrawnLayout.svg(layouts.map(\.drawn))
                case .html: DrawnLayout.html(layouts.map(\.drawn), title: files.joined(separator: ", "))
                }
            FileHandle.standardOutput.write(output: output)
            if layouts.contains(where: { !$0.result.conflicts.isEmpty }) { throw ExitCode(1) }
        } catch let exit as ExitCode {
            throw exit
        } catch {
            // 1 says that something conflicts.
            FileHandle.standardError.write(line: "Error: \(error)")
            throw ExitCode(2)
        }
    }

    private func layouts(
        of file: String,
        on devices: [Device]?,
        _ orientations: [Orientation]
    ) throws -> [PrintedLayout] {
        let tree = try Inspect.dump(file).tree
        guard tree.saysConstraints else { throw CommandFailure("\(file): The dump says nothing about constraints.") }
        let screens = HeldDevice.all(devices ?? [], orientations)
        let assumptions = try texts.assumptions(for: tree, of: file)
        let matrix = DeviceMatrix(tree, screens: screens, assuming: assumptions, maximumViews: .max)
        return matrix.rows.flatMap { row in
            guard !row.layouts.isEmpty else {
                return [
                    PrintedLayout(file: file, place: "canvas", tree: tree, texts: assumptions.texts, result: row.canvas)
                ]
            }
            return row.layouts.map {
                PrintedLayout(
                    file: file,
                    place: $0.screen.id,
                    tree: tree,
                    texts: assumptions.texts,
                    result: $0.result
                )
            }
        }
    }
}
