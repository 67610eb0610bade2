import Diagnostics
import ViewHierarchy

/// Collects the views that a reader finds, in depth-first order, under the limits, with what there is to report of them.
final class TreeAssembler {
    let limits: DumpLimits
    var report: DumpReport
    // Nothing that adds a view calls back, so no access overlaps another one.
    @exclusivity(unchecked) private var builder = ViewTreeBuilder()
    /// After so many views it looks whether anybody still waits for them.
    private static let round = 1_000

    init(limits: DumpLimits) {
        self.limits = limits
        report = DumpReport(limits: limits)
    }

    /// The number of views so far, and the id of the next one.
    var count: Int { builder.count }

    /// Adds the next view and gives its id.
    ///
    /// - Parameter place: Where it stands, as a report begins: `Line 3` or a JSON pointer.
    /// - Throws: When there are more views, or they are deeper, than the limits allow, and when the task is cancelled.
    func append(
        _ view: ViewDescription,
        depth: Int,
        line: Int? = nil,
        place: @autoclosure () -> String
    ) throws(DumpError) -> Int {
        guard count < limits.maximumViews else {
            throw .limit("maximumViews", "The dump has more than \(limits.maximumViews) views.", line: line)
        }
        if count.isMultiple(of: Self.round), Task.isCancelled {
            throw DumpError(.unreadable, "Nobody waits for the dump any more.", line: line)
        }
        guard depth <= limits.maximumDepth else {
            throw DumpError(
                .tooDeep,
                "The views are nested deeper than \(limits.maximumDepth) levels. The limit is maximumDepth.",
                line: line
            )
        }
        guard view.attributes.count > limits.maximumAttributes else { return builder.append(view, depth: depth) }
        var view = view
        let dropped = view.attributes.count - limits.maximumAttributes
        view.attributes.removeLast(dropped)
        report.add(
            .warning,
            "limit.maximumAttributes",
            "\(place()): \(dropped) attributes more than the limit maximumAttributes were dropped.",
            view: count,
            line: line
        )
        return builder.append(view, depth: depth)
    }

    /// Adds a constraint, whose views may come later.
    func append(_ constraint: LayoutConstraint) { builder.append(constraint) }

    /// The ids of the views by their addresses.
    var idsByAddress: [String: Int] { builder.idsByAddress }

    /// Sets the frame of the view with that id, which was not known when it was added.
    func setFrame(_ frame: Rect, of view: Int) { builder.setFrame(frame, of: view) }

    /// Reports that nothing says where the view with that id is: its place is then unknown.
    ///
    /// - Parameter size: How large it is, where that is known.
    func reportNoFrame(
        _ finding: DumpFinding,
        _ words: [String] = [],
        of view: Int,
        size: Size? = nil,
        line: Int? = nil
    ) {
        builder.forgetPlace(of: view, size: size)
        report.add(finding, words, view: view, line: line)
    }

    /// Notes that nothing says where the view with that id is, of which the report tells in one entry for all.
    func forgetPlace(of view: Int, size: Size? = nil) { builder.forgetPlace(of: view, size: size) }

    /// Sets what is said of the layout of the view with that id.
    func setLayout(_ traits: LayoutTraits, of view: Int) { builder.setLayout(traits, of: view) }

    /// Sets the canvas on which an interface file was drawn.
    func setCanvas(_ canvas: LayoutCanvas) { builder.setCanvas(canvas) }

    /// Reports values on a line that became attributes because they cannot be understood.
    func reportUnreadable(_ names: [String], of id: Int, line: Int) {
        for name in names {
            report.add(
                .warning,
                "unreadable.attribute",
                "Line \(line): the value of \(name) cannot be understood; it is kept as an attribute.",
                view: id,
                line: line
            )
        }
    }

    /// Reports members of a document that became attributes because they cannot be understood.
    func reportUnreadable(_ names: [String], of id: Int, at pointer: () -> String, line: Int? = nil) {
        for name in names {
            report.add(
                .warning,
                "document.wrongType",
                "\(pointer())/\(name): the value cannot be understood; it is kept as an attribute.",
                view: id,
                line: line
            )
        }
    }

    /// Reports what stands where a view, or an element, should.
    func reportNoObject(at pointer: () -> String, insteadOf noun: String = "view") {
        report.add(
            .error,
            "document.notAView",
            "\(pointer()): this is no object, so it is no \(noun); it was skipped."
        )
    }

    /// The finished tree.
    func build() -> ViewTree { builder.build() }
}

/// Makes views of the elements that test tools list, whose frames are on the screen: a view's is in its superview.
///
/// Such tools see no bounds, so that of a scrolled list only what is on the screen is in its place.
struct ElementAssembler {
    var assembler: TreeAssembler
    /// Where each open element is on the screen.
    private var origins: [Point] = []
    /// The root that gets its size from what is in it, and where that ends.
    private var unsized: (root: Int, end: Point)?

    init(limits: DumpLimits) { assembler = TreeAssembler(limits: limits) }

    /// The number of elements so far.
    var count: Int { assembler.count }

    /// Adds the next element in depth-first order and gives its id. A depth more than one below the element before
    /// becomes that element's plus one.
    ///
    /// - Parameters:
    ///   - screenFrame: Where it is on the screen, in points; nil where that is not known, which the report says.
    ///   - size: How large it is where nothing but that is known. A root of which nothing is known is as large as what is in it.
    ///   - isReported: Whether the report tells of an element without a place.
    ///   - hasOwnSpace: Whether what is in a root is measured from the root, as it is no window but a part of a screen.
    mutating func append(
        _ element: ViewDescription,
        screenFrame: Rect?,
        size: Size? = nil,
        depth: Int,
        line: Int? = nil,
        isReported: Bool = true,
        hasOwnSpace: Bool = false,
        place: @autoclosure () -> String
    ) throws(DumpError) -> Int {
        let depth = min(max(depth, 0), origins.count)
        origins.removeLast(origins.count - depth)
        let origin = origins.last ?? .zero
        var view = element
        if let screenFrame {
            view.frame = Rect(
                x: screenFrame.origin.x - origin.x,
                y: screenFrame.origin.y - origin.y,
                width: screenFrame.size.width,
                height: screenFrame.size.height
            )
        } else {
            view.frame = .zero
        }
        // What is nowhere is no place to measure from.
        let isPlace = screenFrame.map { $0.origin.x.isFinite && $0.origin.y.isFinite } ?? false
        if depth == 0, isPlace, !hasOwnSpace, let place = screenFrame, place.origin != .zero {
            // A root is a window to whoever converts points, so its own space is made the screen's.
            view.bounds = place
            origins.append(.zero)
        } else {
            origins.append(isPlace ? screenFrame?.origin ?? origin : origin)
        }
        let id = try assembler.append(view, depth: depth, line: line, place: place())
        let isUnsizedRoot = depth == 0 && screenFrame == nil && size == nil
        if depth == 0 { unsized = isUnsizedRoot ? (id, .zero) : nil }
        defer { growRoot(around: screenFrame ?? size.map { Rect(origin: origin, size: $0) }) }
        guard screenFrame == nil else { return id }
        guard isReported else {
            assembler.forgetPlace(of: id, size: size)
            return id
        }
        let finding: DumpFinding = size != nil ? .noPlace : isUnsizedRoot ? .noFrameOfRoot : .noFrame
        assembler.reportNoFrame(finding, [place()], of: id, size: size, line: line)
        return id
    }

    private mutating func growRoot(around frame: Rect?) {
        guard let (root, end) = unsized, let frame, frame.isFinite, !frame.isEmpty else { return }
        let grown = Point(x: max(end.x, frame.maxX), y: max(end.y, frame.maxY))
        guard grown != end else { return }
        unsized = (root, grown)
        assembler.forgetPlace(of: root, size: Size(width: grown.x, height: grown.y))
    }
}

extension ViewDescription {
    /// Sets a property, and notes that the dump said it.
    mutating func say(_ property: ViewProperty?, _ value: ViewPropertyValue) {
        guard let property else { return }
        property.set(value, in: &self)
        said.insert(property)
    }

    /// Sets the property of that name, and notes that the dump said it.
    mutating func say(_ name: String, _ value: ViewPropertyValue) { say(ViewProperty.named(name), value) }

    /// Keeps what has no property of its own.
    mutating func keep(_ name: String, _ value: String) { attributes.append(Attribute(name, value)) }

    /// A view of which a reader knows nothing yet but its class.
    init(found className: String) {
        self.init(className: className, frame: .zero)
        said = .identity
    }
}
