import Diagnostics
import ViewHierarchy

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
    private(set) var hasInjectedIdentifiers = false
    /// How many numbers say `<number>`.
    private(set) var maskedNumbers = 0
    private(set) var framelessViews = 0
    private var frameless: [(id: Int, line: Int)] = []

    init(_ scanner: DetoxScanner, limits: DumpLimits) {
        self.scanner = scanner
        self.limits = limits
        elements = ElementAssembler(limits: limits)
    }

    /// Reads all views.
    mutating func read() throws(DumpError) {
        var isClosed = false
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
                if name == "ViewHierarchy" {
                    isClosed = true
                    open = []
                } else {
                    close(name, line: line)
                }
            }
            if isClosed { break }
        }
        try flush()
        reportFrames()
        guard isClosed else {
            let message =
                "Line \(scanner.line): the view hierarchy breaks off here; the \(elements.count) views before were read, what "
                + "follows is lost."
            return elements.assembler.report.add(.error, "broken.document", message, line: scanner.line)
        }
        guard !scanner.isAtEnd else { return }
        let message = "Text after the view hierarchy, from line \(scanner.line) on, was skipped."
        elements.assembler.report.add(.info, "skipped.lines", message, line: scanner.line)
    }

    /// Keeps what a web view shows.
    private mutating func take(_ content: String, line: Int) {
        guard pending != nil else {
            elements.assembler.report.add(
                .warning,
                "skipped.text",
                "Line \(line): text between views was skipped.",
                line: line
            )
            return
        }
        let bytes = ByteText(Array(content.utf8))
        guard bytes.count > limits.maximumLineBytes else {
            pending?.content = content
            return
        }
        pending?.content = bytes.string(0..<limits.maximumLineBytes)
        elements.assembler.report.add(
            .warning,
            "limit.maximumLineBytes",
            "Line \(line): the page of this web view has more than \(limits.maximumLineBytes) bytes, which is the limit maximumLineBytes; the rest was dropped.",
            line: line
        )
    }

    private mutating func close(_ name: String, line: Int) {
        if open.last == name {
            open.removeLast()
            return
        }
        let near = open.suffix(64)
        if let index = near.lastIndex(of: name) { open.removeSubrange(index...) }
        elements.assembler.report.add(
            .warning,
            "unbalanced.tags",
            "Line \(line): </\(ViewDescription.cut(name))> ends no open view; the superviews of what follows may be wrong.",
            line: line
        )
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
                place: "Line \(line)"
            )
        } else {
            fields.view.frame = fields.frame ?? .zero
            id = try elements.assembler.append(fields.view, depth: open.count, line: line, place: "Line \(line)")
            if fields.frame == nil {
                framelessViews &+= 1
                if frameless.count < limits.maximumDiagnostics { frameless.append((id, line)) }
            }
        }
        if !tag.isEmpty { open.append(tag.name) }
        elements.assembler.reportUnreadable(fields.unreadable, of: id, line: line)
        guard tag.isCut else { return }
        elements.assembler.report.add(
            .warning,
            "truncated.line",
            "Line \(line): the tag of this \(ViewDescription.cut(tag.name)) is cut off; what follows is lost.",
            view: id,
            line: line
        )
    }

    /// A dump without any frame says so once.
    private mutating func reportFrames() {
        guard framelessViews < elements.count else { return }
        for (id, line) in frameless {
            elements.assembler.report.add(
                .warning,
                "missing.frame",
                "Line \(line): no frame is given; the view is placed at 0, 0 of its superview, without a size.",
                view: id,
                line: line
            )
        }
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
        return String(decoding: TextUnwrapping.withoutEntities(ByteText(Array(value.utf8))), as: UTF8.self)
    }
}

extension ViewDescription {
    /// The beginning of a name, short enough for a sentence.
    static func cut(_ name: String) -> String { name.count > 80 ? "\(name.prefix(79))…" : name }
}
