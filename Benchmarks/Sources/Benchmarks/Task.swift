import BenchmarkSupport
import CAllocations
import DumpFormats
import Glibc
import Checks
import Drawing
import AutoLayout
import ViewHierarchy

/// What is measured.
enum Task: String, CaseIterable {
    case readText = "read text"
    case readJSON = "read JSON"
    case readXML = "read XML"
    case readElements = "read elements"
    case readDetox = "read Detox"
    case layout
    case windowGeometry = "window geometry"
    case hitTest = "100 hit tests"
    case visibleArea = "visible area"
    case visibleRegion = "visible, one view"
    case touchableArea = "touchable area"
    case touchability = "touchable, one view"
    case match = "match with another version"
    case diff
    case lint
    case assertions

    /// Something to run again and again on a tree.
    func job(on tree: ViewTree) -> (() throws -> Void)? {
        let middle = tree.count / 2
        switch self {
        case .readText:
            // Text that deep is mostly indentation.
            guard tree.maximumDepth < 1_000 else { return nil }
            let text = Array(DescriptionText.text(of: tree).utf8)
            return { _ = try DumpReader.read(text, format: .recursiveDescription) }
        case .readJSON:
            // Each view is an object in an array.
            guard tree.maximumDepth < 900 else { return nil }
            let text = DumpWriter.vitrineJSON(tree)
            guard text.count <= DumpLimits.standard.maximumJSONBytes else { return nil }
            return { _ = try DumpReader.read(text, format: .vitrineJSON) }
        case .readXML: return Self.reading(ElementText.webDriverAgent(tree), .webDriverAgentXML, tree)
        case .readElements: return Self.reading(ElementText.debugDescription(tree), .xcuitest, tree)
        case .readDetox: return Self.reading(ElementText.detox(tree), .detox, tree)
        case .layout:
            let size = Size(width: 1_366, height: 768)
            return { _ = tree.laidOut(resizing: 0, to: size) }
        case .windowGeometry: return { _ = WindowGeometry(tree) }
        case .hitTest:
            return {
                var random = Random()
                for _ in 0..<100 { _ = tree.hitTest(Point(x: random.next(1_000), y: random.next(1_000))) }
            }
        case .visibleArea: return { _ = VisibleArea(tree) }
        case .visibleRegion: return { _ = VisibleRegion(of: 0, in: tree) }
        case .touchableArea: return { _ = TouchableArea(tree) }
        case .touchability: return { _ = Touchability(of: middle, in: tree) }
        case .match:
            let newer = tree.laidOut(resizing: 0, to: Size(width: 1_366, height: 768)).tree
            return { _ = TreeMatch(from: tree, to: newer) }
        case .diff:
            let newer = tree.laidOut(resizing: 0, to: Size(width: 1_366, height: 768)).tree
            return { _ = TreeDiff(from: tree, to: newer) }
        case .lint:
            let dump = Dump(format: .vitrineJSON, tree: tree)
            return { _ = try HierarchyLint.findings(in: dump) }
        case .assertions:
            guard let identifier = ViewProperty.named("identifier") else { return nil }
            var named = tree
            for number in 0..<20 {
                var changes = ViewChanges()
                changes.set(identifier, to: .text("asserted \(number)"))
                _ = try? named.apply(.change(view: number * tree.count / 20, changes))
            }
            let dump = Dump(format: .vitrineJSON, tree: named)
            return { _ = try RuleDocument(parsing: Array(Self.rules.utf8)).check(dump) }
        }
    }

    /// What twenty views have to be: how large, where, and seen and touched how much.
    private static let rules: String = {
        var text = "rules:\n"
        for number in 0..<20 {
            text += "- {view: {id: asserted \(number)}, "
            text += "expect: {width: 0.., x: 0.., inside: window, visible: 0%.., touchable: true}}\n"
        }
        return text
    }()

    private static func reading(
        _ text: @autoclosure () -> String,
        _ format: DumpFormat,
        _ tree: ViewTree
    ) -> (() throws -> Void)? {
        guard tree.maximumDepth < 1_000 else { return nil }
        let bytes = Array(text().utf8)
        return { _ = try DumpReader.read(bytes, format: format) }
    }
}

/// What one task took on one tree.
struct Measurement {
    var shape: Shape
    var count: Int
    var task: Task
    /// The median of the processor's time, which other programs do not lengthen.
    var milliseconds: Double
    var allocations: Int

    init(_ shape: Shape, _ count: Int, _ task: Task, _ job: () throws -> Void) rethrows {
        (self.shape, self.count, self.task) = (shape, count, task)
        var times: [Double] = []
        var total = 0.0
        try job()
        let before = allocation_count()
        try job()
        allocations = Int(allocation_count() - before)
        while times.count < 3 || total < 200 && times.count < 100 {
            let start = Self.processorTime
            try job()
            let time = Self.processorTime - start
            times.append(time)
            total += time
        }
        milliseconds = times.sorted()[times.count / 2]
    }

    /// In milliseconds.
    static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
