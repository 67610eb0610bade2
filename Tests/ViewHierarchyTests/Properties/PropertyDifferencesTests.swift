import TreeTesting
import TestSupport
import Testing

@testable import ViewHierarchy

@Suite("Which properties are worth a look")
struct PropertyDifferencesTests {
    private static func tree(_ view: ViewDescription) -> ViewTree {
        var builder = ViewTreeBuilder()
        builder.append(view, depth: 0)
        return builder.build()
    }

    private static let plain = ViewDescription(className: "UIView", frame: Rect(x: 1, y: 2, width: 3, height: 4))

    @Test(
        "a property with another value than usual is, in a description and beside a plain view",
        arguments: ViewProperty.all
    )
    func one(property: ViewProperty) {
        var view = Self.plain
        property.set(property.sample, in: &view)
        #expect(view.unusualProperties.contains(property))
        let (former, new) = (Self.tree(Self.plain), Self.tree(view))
        #expect(former.properties(of: 0, differingFrom: 0, in: new).contains(property))
        #expect(new.properties(of: 0, differingFrom: 0, in: former).contains(property))
        #expect(former.properties(of: 0, differingFrom: 7, in: new) == .all)
    }

    @Test("what is left out has its default, and is the same in both views")
    func others() throws {
        var trees = RandomTrees(seed: 5)
        trees.areHostile = true
        for _ in 0..<60 {
            let (former, new) = (trees.next(atMost: 8), trees.next(atMost: 8))
            for (index, other) in zip(former.indices, new.indices) {
                let differing = former.properties(of: index, differingFrom: other, in: new)
                for property in ViewProperty.all where !differing.contains(property) {
                    #expect(property.value(of: index, in: former) == property.value(of: other, in: new))
                }
                let view = try #require(former.description(of: index))
                for property in ViewProperty.all where !view.unusualProperties.contains(property) {
                    #expect(property.value(in: view) == property.usual)
                }
            }
        }
    }

    @Test("families have what their defaults differ in")
    func families() {
        for family in UIKitFamily.allCases {
            for property in ViewProperty.all {
                let differs = property.usualValue(in: family) != property.usual
                #expect(family.unusualProperties.contains(property) == differs)
            }
        }
    }

    @Test("attributes are the same by names, values and order, whatever numbers their names have")
    func attributes() {
        func tree(_ pairs: [(String, String)], after other: String? = nil) -> ViewTree {
            var builder = ViewTreeBuilder()
            for attributes in [other.map { [($0, "")] } ?? [], pairs] {
                var view = Self.plain
                view.attributes = attributes.map { .init($0.0, $0.1) }
                builder.append(view, depth: 0)
            }
            return builder.build()
        }
        let one = tree([("a", "12"), ("b", "3")])
        #expect(one.hasAttributes(of: 1, equalTo: 1, in: tree([("a", "12"), ("b", "3")], after: "b")))
        for pairs in [
            [("b", "3"), ("a", "12")], [("a", "1"), ("b", "23")], [("a", "12")], [("a", "12"), ("b", "4")],
            [("a", "12"), ("c", "3")], [],
        ] {
            #expect(!one.hasAttributes(of: 1, equalTo: 1, in: tree(pairs)))
        }
        #expect(!one.hasAttributes(of: 2, equalTo: 2, in: one))
    }
}
