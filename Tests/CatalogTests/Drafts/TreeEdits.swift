import Catalog
import DumpFormats
import StorageTesting
import TestSupport
import ViewHierarchy

/// An upload and a catalog to edit it with.
struct EditedUpload {
    let store = MemoryCatalogStore()
    let catalog: Catalog
    let id: String

    init() throws {
        catalog = Catalog(store: store)
        id = try catalog.add(DumpUpload(source: Array(TreeEdits.text.utf8), name: "Screen")).id
    }
}

/// A suite about the edits of an upload.
protocol UploadEditing {
    var upload: EditedUpload { get }
}

extension UploadEditing {
    var store: MemoryCatalogStore { upload.store }
    var catalog: Catalog { upload.catalog }
    var id: String { upload.id }

    /// The same store after a restart.
    func restarted(_ limits: CatalogLimits = .standard) -> Catalog { Catalog(store: store, limits: limits) }
}

/// Edits and dumps to try them on.
enum TreeEdits {
    /// A window with three views, one of them with two more inside.
    static let text = """
        <UIWindow: 0x1; frame = (0 0; 320 480); autoresize = W+H; layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 20; 320 460); autoresize = W+H; layer = <CALayer: 0x9>>
           |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Hello'; tag = 7; layer = <CALayer: 0x9>>
           |    | <UIButton: 0x4; frame = (210 400; 100 40); autoresize = LM+TM; layer = <CALayer: 0x9>>
           | <UIImageView: 0x5; frame = (40 40; 20 20); layer = <CALayer: 0x9>>
        """

    static func frame(_ view: Int, x: Double) -> TreeEdit {
        var changes = ViewChanges()
        changes.frame = Rect(x: x, y: 0, width: 50, height: 60)
        return .change(view: view, changes)
    }

    static func alpha(_ view: Int, _ alpha: Double) -> TreeEdit {
        var changes = ViewChanges()
        changes.alpha = alpha
        return .change(view: view, changes)
    }

    static func insert(into superview: Int, _ className: String = "UISwitch") -> TreeEdit {
        let view = ViewDescription(className: className, frame: Rect(x: 1, y: 2, width: 3, height: 4))
        return .insert(superview: superview, index: nil, views: [NewView(view)])
    }
}

extension Dump {
    /// All that the dump says, as bytes to compare.
    var bytes: [UInt8] { DumpWriter.vitrineJSON(self) }
}

extension SeededGenerator {
    private mutating func number() -> Double { Double(Int.random(in: -500...500, using: &self)) / 10 }

    private mutating func id(of tree: ViewTree) -> Int {
        let index = Int.random(in: 0..<max(tree.count, 1), using: &self)
        return once(in: 12) ? 999 : tree.id(at: index) ?? 0
    }

    /// An edit of any kind, some of them impossible.
    mutating func edit(of tree: ViewTree) -> TreeEdit {
        let view = id(of: tree)
        switch Int.random(in: 0..<9, using: &self) {
        case 0:
            var changes = ViewChanges()
            changes.bounds = Rect(x: number(), y: number(), width: abs(number()), height: abs(number()))
            changes.transform = once(in: 2) ? Transform(rotation: number()) : nil
            changes.tag = once(in: 3) ? Int.random(in: -9...9, using: &self) : nil
            return .change(view: view, changes)
        case 1:
            var changes = ViewChanges()
            changes.isHidden = once(in: 2)
            changes.autoresizingMask = AutoresizingMask(rawValue: UInt8.random(in: 0...63, using: &self))
            changes.contentMode = ContentMode.allCases.randomElement(using: &self)
            changes.contentSize = once(in: 2) ? .some(nil) : Size(width: number(), height: 2)
            changes.anchorPoint = once(in: 2) ? Point(x: 0, y: 1) : nil
            return .change(view: view, changes)
        case 2: return TreeEdits.frame(view, x: number())
        case 3:
            var label = ViewDescription(className: "UILabel", frame: Rect(x: number(), y: 0.1, width: 9, height: 9))
            label.text = "\"é\"\n"
            label.attributes = [.init("a", "1"), .init("a", "2")]
            let views = [NewView(label), NewView(label, depth: 1), NewView(label, depth: 2), NewView(label, depth: 1)]
            return .insert(
                superview: view,
                index: once(in: 2) ? nil : Int.random(in: -1...4, using: &self),
                views: views
            )
        case 4: return .remove(view: view)
        case 5: return .move(view: view, superview: id(of: tree), index: once(in: 2) ? nil : 0)
        case 6: return .bringToFront(view: view)
        case 7: return .sendToBack(view: view)
        default:
            return .exchange(superview: view, Int.random(in: 0...2, using: &self), Int.random(in: 0...2, using: &self))
        }
    }
}
