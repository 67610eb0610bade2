import DumpFormats
import ViewHierarchy

/// What is measured.
enum Task: String, CaseIterable {
    case readText = "read text"
    case readJSON = "read JSON"
    case layout
    case windowGeometry = "window geometry"
    case hitTest = "100 hit tests"
    case visibleArea = "visible area"
    case visibleRegion = "visible, one view"
    case touchableArea = "touchable area"
    case touchability = "touchable, one view"

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
            guard tree.maximumDepth < 1_000 else { return nil }
            let text = DumpWriter.vitrineJSON(tree)
            guard text.count <= DumpLimits.standard.maximumJSONBytes else { return nil }
            return { _ = try DumpReader.read(text, format: .vitrineJSON) }
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
        }
    }
}
