import ArgumentParser
import DumpFormats
import Foundation
import Inspection
import JSON
import ViewHierarchy

/// `vitrine layout FILE…`: solves the constraints of interface files on their canvas or on devices.
struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Solve the constraints of xibs, storyboards and other dumps that say them.",
        discussion: """
            Every root is laid out on the canvas that it was drawn on, or on each device that is named; roots that are no \
            screens, such as cells, only on the canvas. Ends with 0 when all required constraints hold together, with 1 when \
            some do not, and with 2 when a file cannot be read or says nothing about constraints. What is left out goes to \
            standard error.
            """
    )

    /// How the layouts are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    /// How the devices are held.
    enum Held: String, ExpressibleByArgument, CaseIterable {
        case portrait, landscape, both

        var orientations: [Orientation] { Orientation.allCases.filter { self == .both || $0.rawValue == rawValue } }
    }

    @Argument(
        help: "Dumps in any format that has constraints: .xib, .storyboard, Vitrine's JSON, or - for standard input."
    )
    var files: [String]

    @Option(help: "Devices in place of the canvas: ids with commas between them, such as iphone-8,ipad-10-2, or all.")
    var device: String?

    @Option(help: "How the devices are held: portrait, landscape or both.")
    var orientation = Held.portrait

    @Option(help: "text (a line for each layout, then what conflicts and what nothing decides) or json.")
    var format = Format.text

    func run() throws {
        do {
            let devices = try device.map(Device.chosen)
            var layouts: [PrintedLayout] = []
            for file in files { layouts += try Self.layouts(of: file, on: devices, orientation.orientations) }
            let output = format == .text ? Array(layouts.map(\.text).joined().utf8) : PrintedLayout.json(layouts)
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

    private static func layouts(
        of file: String,
        on devices: [Device]?,
        _ orientations: [Orientation]
    ) throws -> [PrintedLayout] {
        let tree = try Inspect.dump(file).tree
        guard tree.saysConstraints else { throw CommandFailure("\(file): The dump says nothing about constraints.") }
        let screens = HeldDevice.all(devices ?? [], orientations)
        return DeviceMatrix(tree, screens: screens, maximumViews: .max).rows.flatMap { row in
            guard !row.layouts.isEmpty else {
                return [PrintedLayout(file: file, place: "canvas", tree: tree, result: row.canvas)]
            }
            return row.layouts.map {
                PrintedLayout(file: file, place: $0.screen.id, tree: tree, result: $0.result)
            }
        }
    }
}

/// One layout as the command prints it.
private struct PrintedLayout {
    let file: String
    /// `canvas`, or the device and how it is held.
    let place: String
    let tree: ViewTree
    let result: AutoLayoutResult

    private var name: String {
        let root = result.root
        return tree.controller(of: root) ?? tree.name(of: root)
    }

    /// A line, and what conflicts and what nothing decides below it.
    var text: String {
        let tally = result.tally
        let undecided = tally.undecided.map { "\(tree.name(of: $0.view)): \($0.words)" }
        let size = result.frames.first?.size ?? .zero
        let screen = "\(NumberText.short(size.width))x\(NumberText.short(size.height))"
        let counts = "\(tally.certain) certain, \(tally.byContents) by contents, \(undecided.count) undecided"
        let broken = result.conflicts.isEmpty ? "" : ", conflicts: \(result.conflicts.count)"
        var lines = ["\(file): \(name), \(place), \(screen): \(counts)\(broken)"]
        lines += result.conflicts.map { "  \($0.sentence)" } + undecided.map { "  \($0)" }
        lines += result.omissions.map { "  \($0)" }
        return lines.map { $0 + "\n" }.joined()
    }

    /// All layouts as one object.
    static func json(_ layouts: [PrintedLayout]) -> [UInt8] {
        JSONWriter.object(reservingCapacity: layouts.count * 4_000) { writer in
            writer.list("layouts", layouts) { writer, layout in layout.write(to: &writer) }
        } + [UInt8(ascii: "\n")]
    }

    private func write(to writer: inout JSONWriter) {
        writer.member("file", file)
        writer.member("root", tree.id(at: result.root))
        writer.member("name", name)
        writer.member("place", place)
        writer.list("views", Array(zip(result.views, result.frames))) { writer, view in
            let (index, frame) = view
            writer.member("id", tree.id(at: index))
            for (name, value) in [
                ("x", frame.origin.x), ("y", frame.origin.y), ("width", frame.size.width),
                ("height", frame.size.height),
            ] { writer.member(name, value) }
            let certainty = result.certainty(of: index) ?? .certain
            writer.member("certainty", certainty.certainty.rawValue)
            switch certainty {
            case .certain: break
            case .dependsOnText(let views): writer.member("dependsOn", views)
            case .undetermined(let words): writer.member("why", words)
            }
        }
        writer.list("constraints", result.constraints.filter { $0.state != .active || $0.violation != 0 }) {
            writer,
            outcome in
            writer.member("name", tree.allConstraints[outcome.place].name)
            writer.member("state", outcome.state.rawValue)
            if let reason = outcome.reason { writer.member("reason", reason.rawValue) }
            writer.member("violation", outcome.violation)
        }
        writer.list("conflicts", result.conflicts) { writer, conflict in
            writer.member("message", conflict.sentence)
            writer.member("constraints", conflict.constraints.map { tree.allConstraints[$0].name })
        }
        writer.member("omissions", result.omissions)
    }
}
