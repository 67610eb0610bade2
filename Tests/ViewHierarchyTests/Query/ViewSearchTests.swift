import TreeTesting
import Foundation
import TestSupport
import Testing

@testable import ViewHierarchy

/// The cases that the page's script reads too.
@Suite("ViewSearch, cases shared with the script")
struct ViewSearchTests {
    private struct Vectors: Decodable {
        struct Found: Decodable {
            let query: String
            let ids: [Int]

            init(from decoder: any Decoder) throws {
                var row = try decoder.unkeyedContainer()
                (query, ids) = (try row.decode(String.self), try row.decode([Int].self))
            }
        }

        struct Fault: Decodable {
            let query: String
            let offset: Int
            let kind: String

            init(from decoder: any Decoder) throws {
                var row = try decoder.unkeyedContainer()
                (query, offset, kind) = (
                    try row.decode(String.self), try row.decode(Int.self), try row.decode(String.self)
                )
            }
        }

        struct View: Decodable {
            let `class`: String
            let frame: [Double]
            let address, identifier, controller, text, label: String?
            let tag: Int?
            let alpha: Double?
            let hidden, opaque, clipsToBounds, userInteractionEnabled: Bool?
            let subviews: [View]?

            func append(to builder: inout ViewTreeBuilder, depth: Int) {
                var view = view(`class`, frame[0], frame[1], frame[2], frame[3])
                (view.address, view.identifier, view.controller) = (address, identifier, controller)
                (view.text, view.label) = (text, label)
                (view.tag, view.alpha) = (tag ?? 0, alpha ?? 1)
                (view.isHidden, view.isOpaque) = (hidden ?? false, opaque ?? true)
                view.clipsToBounds = clipsToBounds ?? false
                view.isUserInteractionEnabled = userInteractionEnabled ?? true
                builder.append(view, depth: depth)
                for view in subviews ?? [] { view.append(to: &builder, depth: depth + 1) }
            }
        }

        struct Dump: Decodable {
            let windows: [View]
        }

        let dump: Dump
        let found: [Found]
        let faults: [Fault]

        var tree: ViewTree {
            var builder = ViewTreeBuilder()
            for window in dump.windows { window.append(to: &builder, depth: 0) }
            return builder.build()
        }
    }

    private let vectors: Vectors

    init() throws {
        vectors = try JSONDecoder().decode(
            Vectors.self,
            from: Data(contentsOf: Fixtures.url("vectors/search.json"))
        )
    }

    @Test("a query finds what the file says")
    func found() throws {
        let tree = vectors.tree
        #expect(vectors.found.count > 70 && tree.count == 11)
        for row in vectors.found {
            #expect(try ViewSearch(row.query).indexes(in: tree) == row.ids, "\(row.query)")
        }
    }

    @Test("a query that cannot be read says where it goes wrong")
    func faults() throws {
        for row in vectors.faults {
            let error = try #require(
                throws: ViewSearchError.self,
                "\(row.query)",
                performing: { try ViewSearch(row.query).indexes(in: vectors.tree) }
            )
            #expect(error.offset == row.offset && error.kind.rawValue == row.kind, "\(row.query)")
            #expect(error.message.hasSuffix("."))
        }
    }

    @Test("blanks are no search", arguments: ["", " ", "\t\n\u{a0}"])
    func empty(query: String) throws {
        #expect(ViewSearch(query).isEmpty)
        #expect(try ViewSearch(query).indexes(in: vectors.tree).count == 11)
    }

    @Test("stars in number take no longer than their number times the name")
    func manyStars() throws {
        let tree = tree((0, view(String(repeating: "a", count: 2_000), 0, 0, 1, 1)))
        let query = "class:" + String(repeating: "a*", count: 500) + "b"
        #expect(try ViewSearch(query).indexes(in: tree) == [])
    }

    @Test("numbers that are not finite fulfil no comparison, and large tags are told apart")
    func numbers() throws {
        let tree = tree((0, view(.nan, .infinity, 1, 1) { $0.tag = .max }), (0, view(0, 0, 1, 1) { $0.tag = .max - 1 }))
        #expect(try ViewSearch("x!=5").indexes(in: tree) == [1] && ViewSearch("y>1").indexes(in: tree) == [])
        #expect(try ViewSearch("-x=5").indexes(in: tree) == [0, 1])
        #expect(try ViewSearch("tag:\(Int.max)").indexes(in: tree) == [0])
    }

    @Test("any bytes are read as a search or refused with a place inside")
    func random() {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "class:", "\"", "-", "!", "alpha", "<", "=", " ", "0x", "1", "🎉", "é", "tag:", "hidden", ":", "*", "\u{0}",
        ]
        for _ in 0..<2_000 {
            let query = (0..<Int.random(in: 1...12, using: &generator))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            do throws(ViewSearchError) {
                _ = try ViewSearch(query).indexes(in: vectors.tree)
            } catch {
                #expect((0...query.utf16.count).contains(error.offset))
            }
        }
    }
}
