import Diagnostics
import Markup
import ViewHierarchy

/// Interface Builder's file for one view or a few: XML of today, or the archive of Interface Builder 3.
enum XibFormat: FormatReader {
    static let facts = FormatFacts(.xib, .text)

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.firstByte == UInt8(ascii: "<") else { return FormatSigns(.none, "XML begins with <.") }
        if InterfaceKind.isStoryboard(input) {
            return FormatSigns(.none, "It is a storyboard, which holds scenes.")
        }
        guard InterfaceKind.isInterface(input) else {
            return FormatSigns(.none, "It does not name Interface Builder as its type.")
        }
        return FormatSigns(.certain, "It names Interface Builder as its type.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump { try InterfaceKind.read(input, facts.format) }
}

/// Interface Builder's file for scenes and the segues between them.
enum StoryboardFormat: FormatReader {
    static let facts = FormatFacts(.storyboard, .text)

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.firstByte == UInt8(ascii: "<") else { return FormatSigns(.none, "XML begins with <.") }
        guard InterfaceKind.isStoryboard(input) else {
            return FormatSigns(.none, "It does not name a storyboard as its type.")
        }
        return FormatSigns(.certain, "It names a storyboard of Interface Builder as its type.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump { try InterfaceKind.read(input, facts.format) }
}

/// What both sorts of interface files share.
enum InterfaceKind {
    static func isInterface(_ input: DumpInput) -> Bool { input.has("com.apple.InterfaceBuilder") }

    static func isStoryboard(_ input: DumpInput) -> Bool {
        isInterface(input) && (input.has("Storyboard.XIB") || input.has("<scenes>"))
    }

    static func read(
        _ input: DumpInput,
        _ format: DumpFormat
    ) throws(DumpError) -> Dump {
        guard input.firstByte == UInt8(ascii: "<") else { throw .other("XML begins with <.", line: 1) }
        guard input.bytes.count <= input.limits.maximumJSONBytes else {
            throw .limit("maximumJSONBytes", "An interface file has at most \(input.limits.maximumJSONBytes) bytes.")
        }
        let document = InterfaceDocument(input)
        guard !document.isFull else {
            let most = InterfaceElementList.maximumElements
            throw .limit("the reader's maximumElements", "The file has more than \(most) elements.")
        }
        let root = document.name(0)
        guard root == "document" || root == "archive" else {
            let reason = root.isEmpty ? "It has no element" : "Its outermost element is \(root.prefix(40))"
            throw .other(
                "\(reason), where Interface Builder has document or archive.",
                line: document.error?.line ?? 1
            )
        }
        if let type = document.value("type", of: 0), type.contains("InterfaceBuilder3.Cocoa.") {
            let reason = "This interface file is for the Mac (\(type.prefix(80))), whose views are not UIKit's."
            throw DumpError(.unreadable, reason, line: document.line(of: 0))
        }
        if root == "archive" {
            var reader = ArchivedInterfaceReader(document, input.limits)
            return try reader.read()
        }
        let strings = try InterfaceStrings(beside: input)
        var reader = InterfaceReader(document, format, input.limits, strings: strings.texts)
        return strings.noted(in: try reader.read())
    }
}

extension DumpReport {
    /// What no interface file can say, and, before it, where this one breaks off: it comes first, however much else
    /// there is to tell.
    static func generalEntries(of document: InterfaceDocument, views: Int) -> [Diagnostic] {
        let lost = Diagnostic(
            .info,
            "lost.runtime",
            "An interface file holds what Interface Builder drew: what code makes of it when the app runs is not known."
        )
        guard let error = document.error else { return [lost] }
        let isTooDeep = error.code == .tooDeep
        let message =
            "The XML \(isTooDeep ? "nests too deep" : "breaks off") at line \(error.line): \(error.message) "
            + "The \(views) views before it are kept; what comes after it is lost."
        let code = isTooDeep ? "limit.maximumDepth" : "interface.malformed"
        return [Diagnostic(.error, code, message, line: error.line), lost]
    }
}
