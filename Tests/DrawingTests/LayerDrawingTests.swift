import Foundation
import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Drawing of layers' shadows and corners")
struct LayerDrawingTests {
    private let red = "UIExtendedSRGBColorSpace 1 0 0 1"

    private func card(
        _ attributes: [String: String],
        _ change: (inout ViewDescription) -> Void = { _ in }
    ) -> DrawingCase {
        let own = attributes.contains { $0.key == "backgroundColor" }
        var card = look("UIView", 10, 10, 100, 60, own ? [:] : ["backgroundColor": red])
        card.attributes += attributes.map { ViewDescription.Attribute($0.key, $0.value) }
        change(&card)
        return DrawingCase((0, look("UIWindow", 0, 0, 320, 480)), (1, card))
    }

    private func shadows(_ it: DrawingCase) -> [DrawingPrimitive] {
        it.primitives.filter { if case .shadow = $0 { true } else { false } }
    }

    @Test("a shadow has the shape of the background, and lies under it")
    func shadow() {
        let it = card([
            "cornerRadius": "12", "shadowOpacity": "0.25", "shadowRadius": "8", "shadowOffset": "{0, 4}",
        ])
        let cast = DrawingPrimitive.shadow(
            Rect(x: 0, y: 0, width: 100, height: 60),
            radius: 12,
            color: DynamicColor(white: 0).withAlpha(0.25),
            offset: Point(x: 0, y: 4),
            blur: 8
        )
        #expect(shadows(it) == [cast])
        #expect(it.primitives.firstIndex(of: cast).map { $0 + 1 } == it.primitives.count - 1)
    }

    @Test("what a dump does not say of a shadow is Core Animation's default, in every way of writing its name")
    func defaults() {
        for name in ["shadowOpacity", "layer.shadowOpacity"] {
            guard case .shadow(_, 0, let color, let offset, let blur)? = shadows(card([name: "1"])).first else {
                Issue.record("\(name) casts no shadow")
                continue
            }
            #expect(color == DynamicColor(white: 0) && offset == Point(x: 0, y: -3) && blur == 3)
        }
    }

    @Test("no shadow without opacity, without a background, or from a view that cuts at its bounds")
    func none() {
        #expect(shadows(card(["shadowRadius": "8", "shadowOpacity": "0"])).isEmpty)
        #expect(shadows(card(["shadowOpacity": "1", "backgroundColor": "UIExtendedGrayColorSpace 0 0"])).isEmpty)
        #expect(shadows(card(["shadowOpacity": "1"]) { $0.clipsToBounds = true }).isEmpty)
    }

    @Test("a view cuts at its round corners when it clips, at most at half of its shorter side")
    func corners() {
        #expect(card(["cornerRadius": "12"]).screen.cutCorners(of: 1) == 0)
        #expect(card(["cornerRadius": "12"]) { $0.clipsToBounds = true }.screen.cutCorners(of: 1) == 12)
        #expect(card(["layer.cornerRadius": "12", "masksToBounds": "YES"]).screen.cutCorners(of: 1) == 12)
        #expect(card(["cornerRadius": "500"]) { $0.clipsToBounds = true }.screen.cutCorners(of: 1) == 30)
        #expect(card([:]) { $0.clipsToBounds = true }.screen.cutCorners(of: 1) == 0)
    }

    @Test("the picture has a round clip where a subview reaches into a corner, and a filter for each blur")
    func picture() {
        func svg(_ inner: Rect) -> String {
            var card = look("UIView", 10, 10, 100, 60, ["backgroundColor": red, "cornerRadius": "12"])
            card.clipsToBounds = true
            let shadow: KeyValuePairs = ["backgroundColor": red, "shadowOpacity": "0.5", "shadowRadius": "6"]
            let it = DrawingCase(
                (0, look("UIWindow", 0, 0, 320, 480)),
                (1, card),
                (
                    2,
                    look(
                        "UIView",
                        inner.minX,
                        inner.minY,
                        inner.size.width,
                        inner.size.height,
                        ["backgroundColor": red]
                    )
                ),
                (1, look("UIView", 10, 100, 50, 50, shadow)),
                (1, look("UIView", 80, 100, 50, 50, shadow))
            )
            return String(decoding: Wireframe.svg(of: it.tree, options: .screen), as: UTF8.self)
        }
        let reaching = svg(Rect(x: 0, y: 0, width: 30, height: 30))
        #expect(
            reaching.contains(
                "<clipPath id=\"wireframe-clip-1\"><rect x=\"10\" y=\"10\" width=\"100\" height=\"60\" rx=\"12\"/>"
            )
        )
        #expect(!svg(Rect(x: 20, y: 20, width: 30, height: 30)).contains("wireframe-clip-1"))
        #expect(reaching.components(separatedBy: "<feGaussianBlur stdDeviation=\"6\"/>").count == 2)
        #expect(reaching.components(separatedBy: "filter=\"url(#wireframe-blur-0)\"").count == 3)
    }
}
