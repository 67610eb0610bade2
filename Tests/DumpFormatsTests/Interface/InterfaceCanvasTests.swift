import TestSupport
import Testing

@testable import DumpFormats
@testable import AutoLayout
@testable import ViewHierarchy

@Suite("The canvas of interface files")
struct InterfaceCanvasTests {
    private static let device = "<device id=\"retina6_1\" orientation=\"landscape\"/>"

    private static func dump(_ scenes: String, device: String = device) throws -> Dump {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"
            toolsVersion="22505.1" useAutolayout="YES" useSafeAreas="YES">
            \(device)<scenes>\(scenes)</scenes></document>
            """
        return try DumpReader.read(Array(text.utf8))
    }

    private static func scene(_ kind: String, _ id: String, view: String = "", _ inside: String = "") -> String {
        """
        <scene><objects><\(kind) id="\(id)">
        <view key="view" id="\(id)-view"><rect key="frame" x="0.0" y="0.0" width="896" height="414"/>\(view)</view>
        \(inside)</\(kind)></objects></scene>
        """
    }

    @Test("device, build, safe areas and size classes are those of the file")
    func canvas() throws {
        let canvas = try #require(try Self.dump(Self.scene("viewController", "a")).tree.layoutCanvas)
        #expect(canvas.device == "retina6_1" && canvas.isLandscape && canvas.size == Size(width: 896, height: 414))
        #expect(canvas.build == 22_505 && canvas.usesSafeAreas == true && canvas.scale == 2)
        #expect(canvas.sizeClasses == SizeClasses(width: .regular, height: .compact))
        #expect(canvas.sizeClasses.matches("heightClass=compact") && canvas.sizeClasses.matches("default"))
        #expect(!canvas.sizeClasses.matches("heightClass=compact-widthClass=compact"))
        let old = try #require(try Self.dump(Self.scene("viewController", "a"), device: "").tree.layoutCanvas)
        #expect(old.sizeClasses == .any && old.device == nil)
        #expect(!old.sizeClasses.matches("widthClass=compact"))
    }

    @Test("a scene has the bars that it asks for, else those of the containers that lead to it")
    func bars() throws {
        func segue(_ id: String, _ kind: String) -> String {
            "<connections><segue destination=\"\(id)\" kind=\"\(kind)\"/></connections>"
        }
        let containers = """
            <scene><objects><navigationController id="nav"><navigationBar key="navigationBar" id="bar" largeTitles="YES"/>
            <connections><segue destination="a" kind="relationship" relationship="rootViewController"/></connections>
            </navigationController></objects></scene>
            <scene><objects><tabBarController id="tab">
            <connections><segue destination="c" kind="relationship" relationship="viewControllers"/></connections>
            </tabBarController></objects></scene>
            """
        let metrics =
            "<nil key=\"simulatedTopBarMetrics\"/><simulatedToolbarMetrics key=\"simulatedBottomBarMetrics\"/>"
        let scenes = [
            Self.scene("viewController", "a", segue("b", "show")),
            Self.scene("viewController", "b", segue("d", "show")),
            Self.scene("viewController", "c", segue("e", "presentation")),
            Self.scene("viewController", "d", metrics), Self.scene("viewController", "e"),
        ]
        let tree = try Self.dump(containers + scenes.joined()).tree
        let bars = tree.layoutCanvas?.bars ?? [:]
        func of(_ id: String) -> SimulatedBars? {
            tree.roots.first { tree.attribute("objectID", of: $0) == "\(id)-view" }.flatMap { bars[$0] }
        }
        #expect(of("a") == [.navigation, .largeTitle] && of("b") == [.navigation, .largeTitle])
        #expect(of("c") == .tab)
        #expect(of("d") == .toolbar)
        #expect(of("e") == nil)
    }

    @Test("a constant that the canvas's size classes change keeps what it is elsewhere")
    func variations() throws {
        let view = """
            <subviews><view id="v" translatesAutoresizingMaskIntoConstraints="NO">
            <rect key="frame" x="0.0" y="0.0" width="50" height="50"/>
            <constraints><constraint firstAttribute="width" constant="100" id="w">
            <variation key="heightClass=compact" constant="50"/></constraint></constraints></view></subviews>
            """
        let tree = try Self.dump(Self.scene("viewController", "a", view: view)).tree
        let constraint = try #require(tree.allConstraints.first)
        #expect(constraint.constant == 50)
        #expect(constraint.values(in: nil).constant == 50)
        #expect(constraint.values(in: SizeClasses(width: .compact, height: .regular)).constant == 100)
        #expect(constraint.values(in: SizeClasses(width: .compact, height: .compact)).constant == 50)
    }

    @Test("a storyboard is laid out as its constraints say, on its canvas and on another screen")
    func layout() throws {
        let tree = try DumpReader.read(try Fixtures.bytes("dumps/kitchen.storyboard")).tree
        let label = try #require(tree.indices.first { tree.attribute("objectID", of: $0) == "lab-00-001" })
        let root = try #require(tree.root(of: label))
        #expect(tree.autoLayout(of: root).frame(of: label) == tree.frame(of: label))
        let target = LayoutTarget(size: Size(width: 320, height: 568), safeArea: .zero, scale: 2)
        let result = tree.autoLayout(of: root, for: target)
        #expect(result.frame(of: label)?.size.width == 288)
        #expect(result.frame(of: label)?.origin.x == 16)
    }
}
