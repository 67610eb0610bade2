import Diagnostics
import ViewHierarchy

/// Collects the elements of a dump with what there is to report of them, and what they tell about the screen.
struct ElementTree {
    var assembler: ElementAssembler
    /// The screen, as the application or the largest root shows it.
    private(set) var screen: Size?
    private var screenIsApplication = false
    /// The depth of the deepest element.
    private(set) var depth = 0

    init(limits: DumpLimits) { assembler = ElementAssembler(limits: limits) }

    /// Adds the next element in depth-first order.
    @discardableResult
    mutating func add(
        _ element: Element,
        depth: Int,
        line: Int? = nil,
        at place: () -> String
    ) throws(DumpError) -> Int {
        let id = try assembler.append(
            element.view,
            screenFrame: element.screenFrame,
            size: element.size,
            depth: depth,
            line: line,
            place: place()
        )
        assembler.assembler.reportUnreadable(element.unreadable, of: id, at: place, line: line)
        self.depth = max(self.depth, depth)
        if let frame = element.screenFrame { noteScreen(frame, element.view.className, depth) }
        return id
    }

    /// Reports what stands where an element should.
    mutating func refuse(at place: () -> String) {
        assembler.assembler.reportNoObject(at: place, insteadOf: "element")
    }

    private mutating func noteScreen(_ frame: Rect, _ className: String, _ depth: Int) {
        let size = frame.size
        guard (100...5_000).contains(size.width), (100...5_000).contains(size.height) else { return }
        let isApplication = className == ElementType.className("Application")
        if isApplication, !screenIsApplication {
            (screen, screenIsApplication) = (size, true)
        } else if !screenIsApplication, depth == 0, frame.origin == .zero,
            size.width * size.height > (screen?.width ?? 0) * (screen?.height ?? 0)
        {
            screen = size
        }
    }

    /// The dump of all elements.
    ///
    /// - Parameter losses: What the tool cannot tell.
    func dump(_ format: DumpFormat, losses: ElementLosses) throws(DumpError) -> Dump {
        guard assembler.count > 0 else {
            throw DumpError(.unreadable, "The \(format.name) holds no element.")
        }
        var general = losses.entries
        if let hint = ElementLosses.truncation(atDepth: depth) { general.append(hint) }
        var dump = Dump(format: format, tree: assembler.assembler.build())
        dump.report = assembler.assembler.report.finished(general: general)
        if let screen { dump.device = DumpDevice(width: screen.width, height: screen.height) }
        return dump
    }
}
