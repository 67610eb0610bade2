import TreeTesting
import Diagnostics
import Testing

@testable import ViewHierarchy

@Suite("Certainty of layouts by masks")
struct LayoutCertaintyTests {
    private let wide = Size(width: 200, height: 100)

    private func certainties(_ tree: ViewTree, to size: Size? = nil) -> [LayoutCertainty] {
        let result = tree.laidOut(resizing: 0, to: size ?? wide)
        return tree.indices.map(result.certainty(of:))
    }

    private func masked(_ mask: AutoresizingMask) -> ViewDescription {
        view(0, 0, 50, 50) { $0.autoresizingMask = mask }
    }

    @Test("without a sign of constraints a view without a mask stays where it is, as on the first iPhones")
    func springsAndStruts() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, masked([])),
            (1, masked([.flexibleWidth])),
            (2, masked([.flexibleRightMargin, .flexibleBottomMargin]))
        )
        #expect(certainties(tree) == [.masks, .masks, .masks, .masks])
        #expect(tree.laidOut(resizing: 0, to: wide).warnings.isEmpty)
    }

    @Test("a stack view makes views without a mask uncertain, and what it arranges whatever its mask")
    func stackViews() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, view("UIStackView", 0, 0, 80, 20) { $0.autoresizingMask = .flexibleWidth }),
            (2, masked(.flexibleWidth)),
            (1, masked([])),
            (1, masked([.flexibleRightMargin, .flexibleBottomMargin])),
            (1, masked(.flexibleLeftMargin))
        )
        #expect(certainties(tree) == [.masks, .masks, .none, .none, .none, .masks])
        #expect(certainties(tree, to: Size(width: 100, height: 100)) == Array(repeating: .masks, count: 6))
    }

    @Test("a class that the dump derives from UIStackView is one")
    func baseClass() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, view("App.Row", 0, 0, 80, 20) { $0.attributes = [.init("baseClass", "UIStackView")] })
        )
        #expect(certainties(tree) == [.masks, .none])
    }

    @Test("UIKit's own constraints inside a bar say nothing about the app")
    func bars() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, masked([])),
            (1, view("UINavigationBar", 0, 0, 100, 44) { $0.autoresizingMask = .flexibleWidth }),
            (2, view("_UINavigationBarContentView", 0, 0, 100, 44)),
            (3, view("UIStackView", 0, 0, 10, 10))
        )
        #expect(certainties(tree) == [.masks, .masks, .masks, .none, .none])
    }

    @Test("a layout guide stands for the controller's view that holds it")
    func guides() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, masked([.flexibleWidth, .flexibleHeight])),
            (2, view("_UILayoutGuide", 0, 0, 0, 20)),
            (2, masked([])),
            (1, masked([]))
        )
        #expect(certainties(tree) == [.masks, .masks, .none, .none, .masks])
    }

    @Test(
        "what an attribute says of constraints counts",
        arguments: [
            ("translatesAutoresizingMaskIntoConstraints", "NO", LayoutCertainty.none),
            ("translatesAutoresizingMaskIntoConstraints", "YES", .masks), ("constraints", "[]", .masks),
            ("suffix", "<NSLayoutConstraint:0x1 UIView:0x2.width == 10>", .none), ("suffix", "words", .masks),
        ]
    )
    func attributes(name: String, value: String, certainty: LayoutCertainty) {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, view(0, 0, 10, 10) { $0.attributes = [.init(name, value)] })
        )
        #expect(certainties(tree) == [.masks, certainty])
    }

    @Test("a superview that lists constraints places its subviews")
    func listedConstraints() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100) { $0.attributes = [.init("constraints", "[\"H:|-[a]\"]")] }),
            (1, masked(.flexibleWidth))
        )
        #expect(certainties(tree) == [.masks, .none])
    }

    @Test("in a superview of unknown size a mask still tells what does not depend on it")
    func partial() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, view("UIStackView", 0, 0, 80, 80)),
            (2, view(0, 0, 40, 40)),
            (3, masked(.flexibleWidth)),
            (3, masked(.flexibleLeftMargin)),
            (3, masked([.flexibleLeftMargin, .flexibleWidth, .flexibleTopMargin, .flexibleHeight])),
            (3, view(0, 0, 10, 10) { $0.attributes = [.init("translatesAutoresizingMaskIntoConstraints", "YES")] })
        )
        #expect(certainties(tree) == [.masks, .none, .none, .partial, .partial, .none, .masks])
    }

    @Test("a dump that says nothing about masks places nothing whose superview is resized")
    func unsaidMasks() {
        func unsaid(_ view: ViewDescription) -> ViewDescription {
            var view = view
            view.said = .identity
            return view
        }
        let tree = tree(
            (0, unsaid(view("UIWindow", 0, 0, 100, 100))),
            (1, unsaid(masked([]))),
            (2, unsaid(masked([])))
        )
        #expect(certainties(tree) == [.masks, .none, .none])
        let message = tree.laidOut(resizing: 0, to: wide).warnings.first?.message ?? ""
        #expect(message.contains("this dump says nothing about masks") && message.contains("2 views cannot be placed"))
    }

    @Test("one warning says that only masks are simulated, and one each of the topmost views that cannot be placed")
    func warnings() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, view("UIStackView", 0, 0, 90, 90)),
            (2, view("UILabel", 0, 0, 40, 40)),
            (1, masked(.flexibleWidth))
        )
        let warnings = tree.laidOut(resizing: 0, to: wide).warnings
        #expect(warnings.map(\.code) == ["layout.constraints", "layout.uncertain"])
        #expect(warnings.first?.message.contains("(1 stack view): 2 views cannot be placed") == true)
        #expect(warnings.last?.view == 1)
    }

    @Test("nothing is said to be broken of which it is not known where it lies")
    func noFindings() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100)),
            (1, view("UIStackView", 80, 0, 20, 20)),
            (1, view(60, 50, 40, 20) { $0.attributes = [.init("translatesAutoresizingMaskIntoConstraints", "YES")] })
        )
        let result = tree.laidOut(resizing: 0, to: Size(width: 70, height: 100))
        #expect(result.regressions(from: tree).map(\.view) == [2])
    }
}
