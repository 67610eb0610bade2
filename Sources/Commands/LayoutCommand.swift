public import ArgumentParser
import AppBundles
import AutoLayout
import Catalog
import Diagnostics
import DumpFormats
import Foundation
import JSON
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

    @Option(
        help:
            "Devices to use instead of the canvas: names or ids separated by commas, such as iphone-17,ipad-10-2, or all."
    )
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
        if let words = tree.untoldTextSize(assumptions.texts) {
            FileHandle.standardError.write(line: "\(file): \(words)")
        }
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
                    screen: $0.screen,
                    tree: tree,
                    texts: assumptions.texts,
                    result: $0.result
                )
            }
        }
    }
}

/// What commands that lay dumps out take about texts.
struct TextOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Make texts longer or shorter by a percentage from -50 to 300, such as +30%, or replace the text of one view: \
            12=Abmelden. Can be repeated.
            """,
            valueName: "percentage|id=words"
        )
    )
    var text: [String] = []

    @Option(
        help: """
            Use the texts of interfaces in this language, from tables such as de.lproj beside Base.lproj, or a pseudo language: \
            double-length, right-to-left, right-to-left-strings, accented or bounded.
            """
    )
    var language: String?

    @Option(
        help: "The text size that fonts follow which adjust: xSmall to xxxLarge, or accessibility1 to accessibility5."
    )
    var textSize: String?

    /// Whether nothing is said of texts.
    var isEmpty: Bool { text.isEmpty && language == nil && textSize == nil }

    func validate() throws {
        guard let textSize, TextSize(named: textSize) == nil else { return }
        throw ValidationError("--text-size takes \(TextSize.names), not “\(textSize.prefix(40))”.")
    }

    /// What the options assume of the texts of a file; words that are given by themselves count more than those of a language.
    func assumptions(for tree: ViewTree, of file: String) throws -> LayoutAssumptions {
        var assumptions = LayoutAssumptions()
        if let language {
            if let pseudo = PseudoLanguage(named: language) {
                assumptions.texts.speak(pseudo)
            } else {
                let isRightToLeft = TextDirection(language: language) == .rightToLeft
                let words = try Self.words(in: language, for: tree, of: file)
                assumptions.texts.speak(language, words, isRightToLeft: isRightToLeft)
            }
        }
        assumptions.texts.textSize = textSize.flatMap(TextSize.init(named:))
        for item in text { try Self.read(item, for: tree, of: file, into: &assumptions.texts) }
        return assumptions
    }

    /// What views say in the table of a language beside a file.
    private static func words(
        in language: String,
        for tree: ViewTree,
        of file: String
    ) throws -> [Int: TextAssumptions.Words] {
        guard let upload = try Inspect.interface(file, language: language) else {
            throw CommandFailure("\(file): --language is for nibs, xibs and storyboards; this is none.")
        }
        do throws(DumpError) {
            let other = try DumpReader.read(upload.source, format: upload.format, parts: upload.parts)
            return tree.otherWords(in: other.tree)
        } catch {
            throw error.failure(about: file)
        }
    }

    private static func read(
        _ item: String,
        for tree: ViewTree,
        of file: String,
        into texts: inout TextAssumptions
    ) throws {
        guard let sign = item.firstIndex(of: "=") else {
            guard let growth = TextAssumptions.growth(item) else {
                throw CommandFailure(
                    "--text takes \(TextAssumptions.growthWords), or ID=words, not “\(item.prefix(40))”."
                )
            }
            texts.growth = growth
            return
        }
        let words = String(item[item.index(after: sign)...])
        guard let id = Int(item[..<sign]), let index = tree.index(ofID: id) else {
            throw CommandFailure("\(file): --text: There is no view “\(item[..<sign].prefix(20))”.")
        }
        guard !TextAssumptions.isTooLong(words), let said = tree.words(words, for: index) else {
            throw CommandFailure(
                "\(file): --text: The view \(id) shows no text, or more than \(TextAssumptions.maximumLength) characters are given."
            )
        }
        texts.words[id] = said
    }
}

extension Orientation: ExpressibleByArgument {}

/// What commands take that show one dump as it would be somewhere else.
struct ScreenOptions: ParsableArguments {
    @Option(help: "Lay the dump out on this device first: an id such as iphone-8 (vitrine serve, /api/v1/devices).")
    var device: String?

    @Option(help: "How that device, or that of the dump, is held: portrait or landscape.")
    var orientation: Orientation?

    @OptionGroup var texts: TextOptions

    /// Whether the dump stays as it is.
    var isEmpty: Bool { device == nil && orientation == nil && texts.isEmpty }

    func validate() throws {
        guard let device, Device(id: device) == nil else { return }
        throw ValidationError("There is no device “\(device.prefix(40))”; /api/v1/devices lists them.")
    }

    /// The screen that is meant; nil where no device has the size of the dump's.
    func screen(for tree: ViewTree) -> HeldDevice? {
        HeldDevice(Situation(device: device.flatMap { Device(id: $0) }, orientation: orientation), for: tree)
    }

    /// The dump as it is there, and what is assumed of its texts; on its canvas where only texts are named.
    func arranged(_ dump: Dump, of file: String) throws -> Dump {
        guard !isEmpty else { return dump }
        let assumptions = try texts.assumptions(for: dump.tree, of: file)
        if let words = dump.tree.untoldTextSize(assumptions.texts) {
            FileHandle.standardError.write(line: "\(file): \(words)")
        }
        let isMoved = device != nil || orientation != nil
        return dump.arranged(on: isMoved ? try judged(dump.tree, of: file) : nil, assuming: assumptions)
    }

    /// The screen on which a check judges the dump.
    func judged(_ tree: ViewTree, of file: String) throws -> HeldDevice {
        guard let screen = screen(for: tree) else {
            throw CommandFailure("\(file): No known device has a screen of this size; --device names one.")
        }
        return screen
    }
}

/// One layout as the command prints it.
struct PrintedLayout {
    let file: String
    /// `canvas`, or the device and how it is held.
    let place: String
    var screen: HeldDevice?
    let tree: ViewTree
    /// What was assumed of texts.
    var texts = TextAssumptions()
    let result: AutoLayoutResult

    private var name: String { tree.screenName(of: result.root) }

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

    /// What the layout looks like, with what conflicts and what nothing decides.
    var drawn: DrawnLayout {
        let tally = result.tally
        var drawn = DrawnLayout(
            title: "\(name), \(place)",
            tree: tree.laidOut(result, saying: texts).tree,
            root: tree.id(at: result.root)
        )
        drawn.screen = screen.flatMap { SystemScreen($0.situation.surroundings(of: $0.size)) }
        drawn.conflicts = result.conflicts.map(\.sentence)
        drawn.notes = tally.undecided.map { "\(tree.name(of: $0.view)): \($0.words)" } + result.omissions
        if tally.byContents > 0 {
            drawn.notes.append(
                "\(tally.byContents.counted("frame")) \(tally.byContents == 1 ? "depends" : "depend") on the size of contents."
            )
        }
        return drawn
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
