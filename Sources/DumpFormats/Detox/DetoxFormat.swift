import Diagnostics
import ViewHierarchy

/// The view hierarchy of Detox (`device.generateViewHierarchyXml()`), of iOS and of Android.
enum DetoxFormat: FormatReader {
    static var format: DumpFormat { .detox }

    private static var roots: [StaticString] { ["<ViewHierarchy"] }

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.has("<ViewHierarchy") || input.has("&lt;ViewHierarchy") else {
            return FormatSigns(.none, "It has no element named ViewHierarchy.")
        }
        return FormatSigns(.certain, "It has an element named ViewHierarchy.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        guard let carried = input.carried(roots) else {
            throw .other(reason: "It has no element named ViewHierarchy.", line: 1)
        }
        let line = (0..<carried.start).reduce(into: 1) { count, index in
            if carried.text[index] == 0x0A { count &+= 1 }
        }
        var reader = DetoxReader(DetoxScanner(carried.text, from: carried.start, line: line), limits: input.limits)
        do throws(DumpError) {
            try reader.read()
        } catch {
            throw .broken(error)
        }
        guard reader.elements.count > 0 else {
            throw .broken(DumpError(.unreadable, "The Detox view hierarchy holds no view.", line: line))
        }
        let tree = reader.elements.assembler.build()
        var dump = Dump(format: format, tree: tree)
        if let root = tree.roots.first, case let size = tree.frame(of: root).size, size.isFinite, size.width > 0,
            size.height > 0
        {
            dump.device = DumpDevice(width: size.width, height: size.height)
        }
        var general = losses(reader)
        if let note = carried.note { general.append(Diagnostic(.info, "decoded.text", note)) }
        if tree.maximumDepth == 199 {
            let message = "The deepest views are 200 levels down, where Detox stops; deeper views are missing."
            general.append(Diagnostic(.warning, "lost.depth", message))
        }
        dump.report = reader.elements.assembler.report.finished(general: general)
        return dump
    }

    private static func losses(_ reader: DetoxReader) -> [Diagnostic] {
        var entries: [(what: String, sentence: String)] = [
            ("looks", "Colours, fonts and pictures are not given."),
            ("addresses", "The addresses and the view controllers are not given."),
            ("autoresizing", "The autoresizing masks are not given, nor constraints, content modes and touches."),
        ]
        if reader.isAndroid {
            entries += [
                (
                    "platform",
                    "This is a screen of Android: the classes are Android's, and UIKit's rules of layout and touch say nothing certain about it."
                ),
                (
                    "scale",
                    "Frames are in pixels of the screen, which stand here for points; how many of them Android counts as one dp is not given."
                ),
                ("bounds", "Frames are given in the window; those in the superviews were worked out from them."),
            ]
        } else {
            entries += [
                (
                    "bounds",
                    "Bounds, transforms and content offsets are not given: the views of a scrolled list stand where they would without scrolling."
                ),
                ("roundedFrames", "Frames are cut to whole numbers."),
                ("modules", "Class names are given without their modules."),
                ("text", "Texts are given for labels and text views only."),
            ]
        }
        if reader.maskedNumbers > 0 {
            entries.append(
                ("numbers", "\(reader.maskedNumbers) numbers were replaced by <number>; they are kept as attributes.")
            )
        }
        if reader.framelessViews == reader.elements.count {
            entries.append(("frames", "This dump gives no frames; every view is at 0, 0 without a size."))
        }
        if reader.hasInjectedIdentifiers {
            entries.append(
                ("identifiers", "Identifiers that begin with detox_temp_ are Detox's own, for views without any.")
            )
        }
        return entries.map { Diagnostic(.info, "lost.\($0.what)", $0.sentence) }
    }
}
