import Dispatch
import DumpFormats
import Synchronization
import StorageTesting
import Testing
import Drawing
import ViewHierarchy

@testable import Catalog

@Suite("What is derived from a loaded dump")
struct DerivedValuesTests {
    /// A value of the tests' own: how many views there are.
    private struct Count: Sendable, Equatable {
        var views: Int
    }

    private let catalog = Catalog(store: MemoryCatalogStore())
    private let id: String

    init() throws {
        id = try catalog.add(DumpUpload(source: Array(TreeEdits.text.utf8))).id
    }

    @Test("it is worked out once for a revision, however many ask at the same time")
    func once() throws {
        let made = Mutex(0)
        @Sendable func count(_ snapshot: DumpSnapshot) -> Count {
            snapshot.derived { tree in
                made.withLock { $0 += 1 }
                return Count(views: tree.count)
            }
        }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let snapshot = try? catalog.snapshot(of: id)
            #expect(snapshot.map(count) == Count(views: 5))
        }
        #expect(made.withLock { $0 } == 1)
        let before = try catalog.snapshot(of: id)
        _ = try catalog.edit(id, TreeEdits.insert(into: 1))
        #expect(try count(catalog.snapshot(of: id)) == Count(views: 6))
        #expect(count(before) == Count(views: 5))
        _ = try catalog.undo(id)
        #expect(try count(catalog.snapshot(of: id)) == Count(views: 5))
        #expect(made.withLock { $0 } == 3)
    }

    @Test("values of several types stand beside each other")
    func types() throws {
        let snapshot = try catalog.snapshot(of: id)
        #expect(snapshot.derived { Count(views: $0.count) }.views == 5)
        #expect(snapshot.derived { _ in "text" } == "text")
        #expect(snapshot.derived { _ in Count(views: 0) }.views == 5)
    }

    @Test("it is that of the tree after any edits")
    func correct() throws {
        for edit in [TreeEdits.frame(2, x: 7), TreeEdits.insert(into: 2), TreeEdits.alpha(1, 0), .remove(view: 2)] {
            _ = try catalog.edit(id, edit)
            let snapshot = try catalog.snapshot(of: id)
            let tree = snapshot.dump.tree
            let (geometry, visible, touchable) = (WindowGeometry(tree), VisibleArea(tree), TouchableArea(tree))
            for index in tree.indices {
                #expect(snapshot.geometry.windowFrame(of: index) == geometry.windowFrame(of: index))
                #expect(snapshot.geometry.isVisible(index) == geometry.isVisible(index))
                #expect(snapshot.visibleArea.fraction(of: index) == visible.fraction(of: index))
                #expect(snapshot.touchableArea.fraction(of: index) == touchable.fraction(of: index))
            }
        }
    }

    @Test("an edit that is refused changes nothing")
    func refused() throws {
        let before = try catalog.snapshot(of: id).derived { Count(views: $0.count) }
        #expect(throws: CatalogError.self) { try catalog.edit(id, .remove(view: 999)) }
        #expect(try catalog.snapshot(of: id).derived { Count(views: $0.count) } == before)
    }
}
