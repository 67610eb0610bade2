import TreeTesting
import Testing
import TestSupport

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("The rules of Auto Layout, case by case")
struct AutoLayoutVectorTests {
    private static func vectors() throws -> [LayoutVectors.Vector] {
        try LayoutVectors.read(String(decoding: try Fixtures.bytes("vectors/autolayout.txt"), as: UTF8.self))
    }

    @Test("every case has the frames, the choices and the conflicts that the rules give")
    func all() throws {
        let vectors = try Self.vectors()
        try #require(vectors.count == 59)
        for vector in vectors {
            let result = vector.tree.autoLayout(of: 0, for: vector.target)
            for (view, frame) in vector.frames {
                #expect(isClose(result.frame(of: view), frame, within: 0.006), "case \(vector.name), view \(view)")
            }
            #expect(result.conflicts.isEmpty != vector.isConflict, "case \(vector.name)")
            #expect(result.omissions.isEmpty, "case \(vector.name)")
            // What conflicts is not decided either.
            guard !vector.isConflict else { continue }
            let undecided = result.views.filter { Self.words(result, $0) != nil }
            #expect(Set(undecided) == Set(vector.undecided.map(\.view)), "case \(vector.name)")
            for (view, part) in vector.undecided {
                #expect(Self.words(result, view)?.contains(part) == true, "case \(vector.name), view \(view)")
            }
        }
    }

    @Test("another order of views and of constraints gives the same frames")
    func order() throws {
        for vector in try Self.vectors() where vector.undecided.isEmpty && !vector.isConflict {
            var tree = vector.tree
            let constraints = tree.layout.constraints
            tree.layout = LayoutTable()
            tree.layout.traits = vector.tree.layout.traits
            tree.layout.canvas = vector.tree.layout.canvas
            for constraint in constraints.reversed() { tree.layout.append(constraint) }
            let one = vector.tree.autoLayout(of: 0, for: vector.target)
            let other = tree.autoLayout(of: 0, for: vector.target)
            for (a, b) in zip(one.frames, other.frames) { #expect(isClose(a, b, within: 0.006), "case \(vector.name)") }
        }
    }

    private static func words(_ result: AutoLayoutResult, _ view: Int) -> String? {
        guard case .undetermined(let words)? = result.certainty(of: view) else { return nil }
        return words
    }
}
