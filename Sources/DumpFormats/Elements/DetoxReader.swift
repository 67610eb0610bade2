import Diagnostics
import PastedText
import ViewHierarchy

/// The view hierarchy of Detox (`device.generateViewHierarchyXml()`), of iOS and of Android.
enum DetoxFormat: FormatReader {
    static let facts = FormatFacts(
        .detox,
        .text,
        [
            .init(.certain, "It has an element named ViewHierarchy.", any: "<ViewHierarchy", "&lt;ViewHierarchy"),
            .init(
                .likely,
                "It has elements with the attributes that Detox writes.",
                all: " visibility=",
                " alpha=",
                " class="
            ),
        ],
        otherwise: FormatSigns(.none, "It has no element named ViewHierarchy."),
        losses: .lost(
            """
            looks [colours, fonts, pictures]: Colours, fonts and pictures are not given.
            addresses [addresses, view controllers]: The addresses and the view controllers are not given.
            autoresizing [autoresizing masks, constraints, content modes, touches]: The autoresizing masks are not given, \
            nor constraints, content modes and touches.
            """
        )
    )

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        let whole = input.carried(["<ViewHierarchy"])
        guard let carried = whole ?? input.carried(["<"]) else { throw .other(facts.otherwise.reason) }
        let line = (0..<carried.start).reduce(into: 1) { count, index in
            if carried.text[index] == 0x0A { count &+= 1 }
        }
        var reader = DetoxReader(DetoxScanner(carried.text, from: carried.start, line: line), limits: input.limits)
        reader.isPiece = whole == nil
        try reader.read()
        var general = losses(reader)
        if let note = carried.note { general.append(Diagnostic(.decoded, [note])) }
        if reader.deepest == 199 { general.append(Diagnostic(.stoppedDetox)) }
        let failure = DumpError(.unreadable, "The Detox view hierarchy holds no view.", line: line)
        var dump = try reader.elements.assembler.finish(facts, general: general, orThrow: failure)
        if let root = dump.tree.roots.first, case let size = dump.tree.frame(of: root).size, size.isFinite,
            size.width > 0, size.height > 0
        {
            dump.device = DumpDevice(width: size.width, height: size.height)
        }
        return dump
    }

    private static let lostOnIOS: [Diagnostic] = .lost(
        """
        bounds [bounds, transforms, content offsets]: Bounds, transforms and content offsets are not given: the views of \
        a scrolled list stand where they would without scrolling.
        roundedFrames [fractions]: Frames are cut to whole numbers.
        modules [modules of classes]: Class names are given without their modules.
        text [texts of other views]: Texts are given for labels and text views only.
        """
    )
    private static let lostOnAndroid: [Diagnostic] =
        .lostPlatform + .lostScale
        + .lost("bounds [bounds]: Frames are given in the window; those in the superviews were worked out from them.")

    /// What this dump lacks besides.
    private static func losses(_ reader: DetoxReader) -> [Diagnostic] {
        var losses = reader.isAndroid ? lostOnAndroid : lostOnIOS
        if reader.maskedNumbers > 0 {
            losses += .lost(
                "numbers: \(reader.maskedNumbers) numbers were replaced by <number>; they are kept as attributes."
            )
        }
        if reader.framelessViews == reader.elements.count {
            losses += .lost("frames: This dump gives no frames; every place is unknown.")
        }
        if reader.hasInjectedIdentifiers {
            losses += .lost(
                "identifiers: Identifiers that begin with detox_temp_ are Detox's own, for views without any."
            )
        }
        return losses
    }
}

/// Makes a tree of what Detox prints: on iOS frames are in the superview, on Android in the window.
struct DetoxReader {
    private var scanner: DetoxScanner
    private let limits: DumpLimits
    private(set) var elements: ElementAssembler
    /// The names of the open views.
    private var open: [String] = []
    /// A view whose content may follow.
    private var pending: (tag: DetoxScanner.Tag, content: String?)?
    private(set) var isAndroid = false
    /// Whether there is only a piece of a hierarchy, without the element around all of it.
    var isPiece = false
    private(set) var hasInjectedIdentifiers = false
    /// How many numbers say `<number>`.
    private(set) var maskedNumbers = 0
    private(set) var framelessViews = 0
    private var frameless: [(id: Int, line: Int)] = []
    /// The depth of the deepest view.
    private(set) var deepest = 0

    init(_ scanner: DetoxScanner, limits: DumpLimits) {
        self.scanner = scanner
        self.limits = limits
        elements = ElementAssembler(limits: limits)
    }

    /// Reads all views.
    mutating func read() throws(DumpError) {
        var isClosed = false
        var lacksBeginning = false
        while let token = scanner.next() {
            switch token {
            case .open(let tag):
                try flush()
                if tag.name == "ViewHierarchy" {
                    if tag.isEmpty { isClosed = true }
                    continue
                }
                pending = (tag, nil)
            case .content(let content, let line): take(content, line: line)
            case .close(let name, let line):
                try flush()
                if isPiece, open.isEmpty { lacksBeginning = true }
                if name == "ViewHierarchy" {
                    isClosed = true
                    open = []
                } else if !isPiece || !open.isEmpty {
                    close(name, line: line)
                }
            }
            if isClosed { break }
        }
        try flush()
        reportFrames()
        if let elision = scanner.elision { elements.assembler.report.add(.elided, line: elision) }
        if isPiece {
            let lacksEnd = !open.isEmpty
            guard lacksBeginning || lacksEnd else { return }
            return elements.assembler.report.add(
                .missingParts,
                [DumpFinding.missing(beginning: lacksBeginning, end: lacksEnd)],
                line: scanner.line
            )
        }
        guard isClosed else {
            let count = elements.count
            return elements.assembler.report.add(.brokenOff, ["\(count)"], line: scanner.line)
        }
        guard !scanner.isAtEnd else { return }
        elements.assembler.report.add(.skippedEnd, line: scanner.line)
    }

    /// Keeps what a web view shows.
    private mutating func take(_ content: String, line: Int) {
        guard pending != nil else {
            return elements.assembler.report.add(.skippedText, ["views"], line: line)
        }
        let bytes = ByteText(Array(content.utf8))
        guard bytes.count > limits.maximumLineBytes else {
            pending?.content = content
            return
        }
        pending?.content = bytes.string(0..<limits.maximumLineBytes)
        elements.assembler.report.add(.longPage, ["\(limits.maximumLineBytes)"], line: line)
    }

    private mutating func close(_ name: String, line: Int) {
        if open.last == name {
            open.removeLast()
            return
        }
        let near = open.suffix(64)
        if let index = near.lastIndex(of: name) { open.removeSubrange(index...) }
        elements.assembler.report.add(.unbalanced, [ViewDescription.cut(name)], line: line)
    }

    private mutating func flush() throws(DumpError) {
        guard let (tag, content) = pending else { return }
        pending = nil
        // A name that the end of the text cut off is none.
        if tag.isCut, tag.attributes.isEmpty { return }
        var fields = DetoxFields(tag)
        if elements.count == 0 { isAndroid = fields.isAndroid }
        hasInjectedIdentifiers = hasInjectedIdentifiers || fields.view.identifier?.hasPrefix("detox_temp_") == true
        maskedNumbers &+= fields.maskedNumbers
        if let content { fields.view.keep("html", content) }
        let line = tag.line
        let id: Int
        if isAndroid {
            id = try elements.append(
                fields.view,
                screenFrame: fields.frame,
                depth: open.count,
                line: line,
                hasOwnSpace: isPiece,
                place: "Line \(line)"
            )
        } else {
            fields.view.frame = fields.frame ?? .zero
            id = try elements.assembler.append(fields.view, depth: open.count, line: line, place: "Line \(line)")
            if fields.frame == nil {
                framelessViews &+= 1
                elements.assembler.forgetPlace(of: id)
                if frameless.count < limits.maximumDiagnostics { frameless.append((id, line)) }
            }
        }
        deepest = max(deepest, open.count)
        if !tag.isEmpty { open.append(tag.name) }
        elements.assembler.reportUnreadable(fields.unreadable, of: id, line: line)
        if tag.isCut { elements.assembler.report.add(.cutTag, [ViewDescription.cut(tag.name)], view: id, line: line) }
    }

    /// A dump without any frame says so once.
    private mutating func reportFrames() {
        guard framelessViews < elements.count else { return }
        for (id, line) in frameless { elements.assembler.report.add(.noFrameNorSize, view: id, line: line) }
    }
}

/// What a tag of Detox says of a view.
struct DetoxFields {
    var view: ViewDescription
    private(set) var frame: Rect?
    private(set) var unreadable: [String] = []
    private(set) var maskedNumbers = 0
    /// Whether the class is named as in Java, by its package.
    let isAndroid: Bool

    init(_ tag: DetoxScanner.Tag) {
        let className = tag.attributes.first { $0.name == "class" }?.value ?? tag.name
        isAndroid = className.hasSuffix("." + tag.name)
        view = ViewDescription(found: className.isEmpty ? "UIView" : className)
        var sides = InlineArray<4, Double?>(repeating: nil)
        for (name, written) in tag.attributes {
            // Android's tools escape, iOS' do not.
            let value = isAndroid ? Self.plain(written) : written
            if name == "class" {
                if tag.name != className, !isAndroid { view.keep("element", tag.name) }
            } else if let side = ElementFields.side(name) {
                sides[side] = ElementFields.number(value)
                if sides[side] == nil { keepUnreadable(name, value) }
            } else {
                take(name, value)
            }
        }
        // A window has no superview, and so no place.
        if let width = sides[2], let height = sides[3] {
            let isWindow = !tag.attributes.contains { $0.name == "x" || $0.name == "y" }
            if let x = sides[0] ?? (isWindow ? 0 : nil), let y = sides[1] ?? (isWindow ? 0 : nil) {
                frame = Rect(x: x, y: y, width: width, height: height)
            }
        }
        guard frame == nil else { return }
        for (name, written) in tag.attributes {
            guard let side = ElementFields.side(name), sides[side] != nil else { continue }
            view.keep(name, isAndroid ? Self.plain(written) : written)
        }
    }

    private mutating func take(_ name: String, _ value: String) {
        switch name {
        case "alpha":
            if let alpha = ElementFields.number(value), alpha.isFinite {
                return view.say(name, .number(alpha))
            }
            keepUnreadable(name, value)
        case "tag":
            if let tag = Int(value) { return view.say(name, .integer(tag)) }
            keepUnreadable(name, value)
        case "visibility":
            switch value {
            case "visible": view.say("hidden", .bool(false))
            case "invisible", "gone": view.say("hidden", .bool(true))
            default: return keepUnreadable(name, value)
            }
            if value == "gone" { view.keep(name, value) }
        case "id", "testID":
            if !value.isEmpty { view.identifier == nil ? view.say("identifier", .text(value)) : view.keep(name, value) }
        case "label", "value", "text":
            // What Java prints for nothing.
            if value.isEmpty || isAndroid && value == "null" { return }
            view.say(name, .text(value))
        default: view.keep(name, value)
        }
    }

    private mutating func keepUnreadable(_ name: String, _ value: String) {
        view.keep(name, value)
        if value == "<number>" { maskedNumbers &+= 1 } else { unreadable.append(name) }
    }

    private static func plain(_ value: String) -> String {
        guard value.utf8.contains(UInt8(ascii: "&")) else { return value }
        return String(decoding: Entities.decoded(Array(value.utf8)[...]), as: UTF8.self)
    }
}

extension ViewDescription {
    /// The beginning of a name, short enough for a sentence.
    static func cut(_ name: String) -> String { name.count > 80 ? "\(name.prefix(79))…" : name }
}
