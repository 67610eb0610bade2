import Diagnostics
import DumpFormats
import TestSupport
import Testing
import ViewHierarchy

@Suite("Interface files")
struct InterfaceReaderTests {
    private static func dump(_ name: String) throws -> Dump { try DumpReader.read(try Fixtures.bytes("dumps/\(name)")) }

    private func index(_ id: String, in tree: ViewTree) throws -> Int {
        try #require(tree.indices.first { tree.attribute("objectID", of: $0) == id })
    }

    @Test("a storyboard's scenes are roots, with the controller's class, its titles and its segues")
    func scenes() throws {
        let dump = try Self.dump("kitchen.storyboard")
        #expect(dump.format == .storyboard)
        #expect(
            dump.outline == [
                "UINavigationBar", "UIView", ".UILabel", ".UIStackView", "..RoundButton", "..UISwitch", ".UIImageView",
                ".UIView", "UITableView", ".UITableViewCell", "..UITableViewCellContentView",
            ]
        )
        let tree = dump.tree
        #expect(
            tree.roots.map { tree.facts(of: $0) } == [
                [
                    "frame 0 20 375 44", "controller UINavigationController", "objectID=bar-00-001",
                    "key=navigationBar", "controller.objectID=nav-00-001", "initialViewController=YES",
                    "controller.segue=rootViewController → TimerController “Timer” (con-00-001)",
                    "canvasLocation=-800, 100",
                ],
                [
                    "frame 0 0 375 667", "autoresizingMask W+H", "controller Kitchen.TimerController",
                    "objectID=roo-00-001", "backgroundColor=systemBackgroundColor", "controller.objectID=con-00-001",
                    "controller.storyboardIdentifier=timer", "controller.title=Timer", "navigationItem.title=Timer",
                    "navigationItem.rightBarButtonItem=add", "canvasLocation=0.0, 100",
                ],
                [
                    "frame 0 0 375 667", "clipsToBounds Yes", "autoresizingMask W+H",
                    "controller UITableViewController", "alwaysBounceVertical=YES", "dataMode=static",
                    "style=grouped", "rowHeight=44", "sectionHeaderHeight=28", "sectionFooterHeight=28",
                    "objectID=tab-00-001", "backgroundColor=groupTableViewBackgroundColor",
                    "section=header “Sounds”, 1 cells", "controller.objectID=con-00-002", "canvasLocation=800, 100",
                ],
            ]
        )
        #expect(tree.attribute("section", of: try index("tab-00-001", in: tree)) == "header “Sounds”, 1 cells")
        #expect(tree.firstScene == 1 && tree.scene(of: 9) == 8 && dump.device?.width == 375)
        #expect(dump.report.map(\.code) == ["lost.runtime", "interface.sceneWithoutView", "lost.sizeClasses"])
    }

    @Test(
        "scenes have the place, the names and the segues of their controllers, and say whether the app can come to them"
    )
    func storyboardScenes() throws {
        let scenes = try Self.dump("kitchen.storyboard").scenes
        #expect(scenes.map(\.id) == ["nav-00-001", "con-00-001", "con-00-002", "spl-00-001"])
        #expect(scenes.map(\.root) == [0, 1, 8, nil])
        #expect(scenes.map(\.name) == [nil, "Timer", nil, nil])
        #expect(scenes.map(\.place) == [Point(x: -800, y: 100), Point(x: 0, y: 100), Point(x: 800, y: 100), nil])
        #expect(scenes.map(\.isInitial) == [true, false, false, false])
        #expect(scenes.map(\.isReachable) == [true, true, true, false])
        #expect(scenes[1].segues.map(\.kind) == ["show"] && scenes[1].segues.first?.identifier == "begin")
        #expect(scenes[0].segues.first?.relationship == "rootViewController")
        #expect(
            scenes.map { $0.segues.compactMap(\.destination) } == [["con-00-001"], ["con-00-002"], [], ["con-00-002"]]
        )
    }

    @Test(
        "a scene can be reached from the initial one and from one with an identifier, but not by a segue that unwinds",
        arguments: [
            ("", "", "show", [true, true, false]), ("", "", "unwind", [true, false, false]),
            (#"storyboardIdentifier="c""#, "", "unwind", [true, true, true]), ("", "b", "show", [false, true, false]),
        ]
    )
    func reachability(third: String, initial: String, kind: String, expected: [Bool]) throws {
        func scene(_ id: String, _ more: String, to other: String) -> String {
            """
            <scene sceneID="s\(id)"><objects><viewController id="\(id)" \(more)><view key="view" id="v\(id)">
            <rect key="frame" x="0" y="0" width="375" height="667"/></view>
            <connections><segue destination="\(other)" kind="\(kind)" id="g\(id)"/></connections></viewController></objects></scene>
            """
        }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
            initialViewController="\(initial.isEmpty ? "a" : initial)"><scenes>
            \(scene("a", "", to: "b"))\(scene("b", third.isEmpty ? "" : #"storyboardIdentifier="x""#, to: "gone"))\(scene("c", third, to: "a"))
            </scenes></document>
            """
        #expect(try DumpReader.read(Array(text.utf8)).scenes.map(\.isReachable) == expected)
    }

    @Test(
        "a board spreads scenes that would cover each other, in their arrangement, and puts those without a place below"
    )
    func board() throws {
        let dump = try Self.dump("kitchen.storyboard")
        let board = SceneBoard(of: dump)
        #expect(
            board.scenes.map(\.name) == [
                "Navigation Controller", "Timer", "Table View Controller", "Split View Controller",
            ]
        )
        #expect(board.scenes[1].frame == Rect(x: 0, y: 100, width: 375, height: 667))
        #expect(board.scenes[3].frame.minY > 767 && board.scenes[3].frame.size == Size(width: 375, height: 667))
        var close = dump
        for index in close.scenes.indices { close.scenes[index].place = Point(x: 120 * Double(index), y: 0) }
        let spread = SceneBoard(of: close).spread.map(\.frame)
        #expect(zip(spread, spread.dropFirst()).allSatisfy { $0.maxX < $1.minX && $0.minY == $1.minY })
        #expect(try SceneBoard(of: Self.dump("kitchen.xib")).scenes.map(\.index) == Self.dump("kitchen.xib").tree.roots)
    }

    @Test("views have their frames, texts, fonts, colours, images and connections")
    func views() throws {
        let tree = try Self.dump("kitchen.storyboard").tree
        let shown = try ["lab-00-001", "but-00-001", "ima-00-001"].map { tree.facts(of: try index($0, in: tree)) }
        #expect(
            shown == [
                [
                    "frame 16 80 343 20.5", "opaque No", "userInteractionEnabled No", "contentMode left", "text Eggs",
                    "identifier title", "label What is cooked", "textAlignment=center",
                    "lineBreakMode=tailTruncation", "objectID=lab-00-001", "numberOfLines=1", "font=system bold 17",
                    "textColor=labelColor", "outlet=TimerController.titleLabel",
                ],
                [
                    "frame 100 0 143 50", "opaque No", "text Start", "baseClass=UIButton", "buttonType=system",
                    "lineBreakMode=middleTruncation", "objectID=but-00-001",
                    "tintColor=UIExtendedSRGBColorSpace 1 0.5 0.0 1", "image=symbol \"play.fill\"",
                    "action=start: of TimerController “Timer” (con-00-001) on touchUpInside",
                    "segue=show → UITableViewController (con-00-002), identifier “begin”",
                ],
                [
                    "frame 107.5 260 160 90", "userInteractionEnabled No", "contentMode scaleAspectFit",
                    "objectID=ima-00-001", "image=egg", "imageSize=160 x 90",
                ],
            ]
        )
    }

    @Test("an attributed text has the font and the colour of its longest run, and a configured button its insets")
    func runs() throws {
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"><objects><view id="root">
            <rect key="frame" x="0" y="0" width="320" height="480"/><subviews>
            <label id="tea"><rect key="frame" x="0" y="0" width="90" height="20"/><attributedString key="attributedText">
            <fragment content="Earl "><attributes><font key="NSFont" metaFont="systemBold" size="20"/></attributes></fragment>
            <fragment content="Grey at five"><attributes><color key="NSColor" white="0.5" alpha="1"/>
            <font key="NSFont" name="AvenirNext-Medium" size="14"/></attributes></fragment></attributedString></label>
            <button id="pour" buttonType="system"><rect key="frame" x="0" y="40" width="90" height="34"/>
            <buttonConfiguration key="configuration" style="filled" title="Pour" imagePadding="6">
            <directionalEdgeInsets key="contentInsets" top="7" leading="20" bottom="7" trailing="16"/>
            </buttonConfiguration></button></subviews></view></objects></document>
            """
        let tree = try DumpReader.read(Array(text.utf8)).tree
        let (tea, pour) = (try index("tea", in: tree), try index("pour", in: tree))
        #expect(tree.text(of: tea) == "Earl Grey at five" && tree.attribute("font", of: tea) == "AvenirNext-Medium 14")
        let runs = tree.attribute(StyledText.attribute, of: tea)
        #expect(runs == "5 | system bold 20\n12 | AvenirNext-Medium 14 | UIExtendedGrayColorSpace 0.5 1")
        #expect(tree.attribute("textColor", of: tea) != nil && tree.attribute("imagePadding", of: pour) == "6")
        #expect(
            tree.attribute("contentInsets", of: pour) == "top = 7; leading = 20; bottom = 7; trailing = 16"
        )
    }

    @Test("constraints have their items, guides, ratios, priorities and size classes")
    func constraints() throws {
        let tree = try Self.dump("kitchen.storyboard").tree
        let (root, label) = (try index("roo-00-001", in: tree), try index("lab-00-001", in: tree))
        let (stack, image) = (try index("sta-00-001", in: tree), try index("ima-00-001", in: tree))
        let all = tree.allConstraints.sorted { $0.name < $1.name }.map { constraint in
            "\(constraint.name) \(ConstraintWords(constraint, of: root, in: tree).text)"
                + (constraint.isActive ? "" : ", not active")
                + constraint.variations.map { ", \($0.traits): \($0.constant ?? .nan)" }.joined()
        }
        #expect(
            all == [
                "con-aa-001 safeArea.leading = UILabel “Eggs”.leading − 16",
                "con-aa-002 safeArea.trailing = UILabel “Eggs”.trailing + 16",
                "con-aa-003 topLayoutGuide.bottom = UILabel “Eggs”.top − 16",
                "con-aa-004 UIStackView.top = UILabel “Eggs”.bottom + 19.5",
                "con-aa-005 leadingMargin = UIStackView.leading", "con-aa-006 trailingMargin = UIStackView.trailing",
                "con-aa-007 centerX = UIImageView.centerX",
                "con-aa-008 UIImageView.top ≥ UIStackView.bottom + 28 @ 750, heightClass=compact: 8.0",
                "con-aa-009 top = UIImageView.top − 40, not active, default: nan, heightClass=compact: nan",
                "rat-00-001 UIImageView.width = UIImageView.height × 16:9", "wid-00-001 UIImageView.width = 160",
            ]
        )
        let ratio = try #require(tree.allConstraints.first { $0.ratio == "16:9" })
        #expect(abs(ratio.multiplier - 16 / 9) < 1e-12)
        let words = tree.constraints(involving: label).map { ConstraintWords($0, of: label, in: tree).text }
        #expect(
            words == [
                "leading = superview.safeArea.leading + 16", "trailing = superview.safeArea.trailing − 16",
                "top = superview.topLayoutGuide.bottom + 16", "bottom = UIStackView.top − 19.5",
            ]
        )
        #expect(tree.layoutTraits(of: label)?.hugging == LayoutTraits.AxisPair(horizontal: 251, vertical: 251))
        #expect(
            tree.layoutTraits(of: stack)?.stack?.words
                == "vertical, distribution fillEqually, alignment center, spacing 12"
        )
        let fixed = try index("fix-00-001", in: tree)
        #expect([image, fixed].map { tree.isPlacedByConstraints($0) } == [true, false])
    }

    @Test("a xib without Auto Layout has masks, the owner's class, and a view of an element that nobody knows")
    func xib() throws {
        let dump = try Self.dump("kitchen.xib")
        let tree = dump.tree
        #expect(dump.format == .xib && dump.codes == ["interface.unknownElement"])
        #expect(dump.outline == ["UIView", ".UITextField", ".UISegmentedControl", ".UISparkleView"])
        #expect(
            tree.indices.map { tree.facts(of: $0) } == [
                [
                    "frame 0 0 320 480", "autoresizingMask W+H", "controller PanelController", "objectID=1",
                    "backgroundColor=UIExtendedGrayColorSpace 1 1", "outlet=PanelController.view",
                ],
                [
                    "frame 20 20 280 30", "opaque No", "clipsToBounds Yes", "autoresizingMask W+BM", "text ",
                    "placeholder=Name", "borderStyle=roundedRect", "objectID=2", "font=HelveticaNeue-Bold 14",
                ],
                [
                    "frame 20 70 280 29", "opaque No", "autoresizingMask LM+W+RM", "selectedSegmentIndex=1",
                    "objectID=3", "segment=Day", "segment=Week",
                ],
                [
                    "frame 20 120 280 100", "alpha 0.5", "hidden Yes", "tag 7", "identifier sparkle", "objectID=4",
                    "layer.cornerRadius=8",
                ],
            ]
        )
        #expect(tree.isPlacedByConstraints(1) == nil && !tree.hasScenes)
    }

    @Test("the archive of Interface Builder 3 has its subviews in order, masks and the hidden bit of NSvFlags")
    func archive() throws {
        let dump = try Self.dump("kitchen-archive.xib")
        let tree = dump.tree
        #expect(dump.format == .xib && dump.findings.isEmpty)
        #expect(dump.outline == ["UIView", ".RoundButton", ".UILabel", ".UIActivityIndicatorView"])
        #expect(
            tree.indices.map { tree.facts(of: $0) } == [
                [
                    "frame 0 0 320 460", "autoresizingMask W+H", "controller PanController",
                    "backgroundColor=UIExtendedGrayColorSpace 0.5 1", "outlet=PanController.view",
                ],
                [
                    "frame 10 80 100 44", "opaque No", "autoresizingMask RM+BM", "tag 3", "text Cook",
                    "baseClass=UIButton", "objectID=4", "font=Helvetica-Bold 18",
                    "titleColor=UIExtendedSRGBColorSpace 1 0.5 0 1", "action=cook: of PanController on event 7",
                ],
                ["frame 10 20 300 21", "autoresizingMask W+BM", "text Ready", "font=Helvetica-Bold 18"],
                ["frame 0 0 20 20", "hidden Yes", "autoresizingMask RM+BM"],
            ]
        )
    }

    @Test("written as Vitrine JSON and read again, a storyboard keeps its constraints and all else about layout")
    func roundTrip() throws {
        let dump = try Self.dump("kitchen.storyboard")
        let again = try DumpReader.read(DumpWriter.vitrineJSON(dump))
        #expect(again.findings.isEmpty)
        #expect(again.tree.count == dump.tree.count)
        let order = { (tree: ViewTree) in tree.allConstraints.sorted { $0.name < $1.name } }
        #expect(order(again.tree) == order(dump.tree))
        for index in dump.tree.indices {
            #expect(again.tree.layoutTraits(of: index) == dump.tree.layoutTraits(of: index))
        }
        #expect(DumpWriter.vitrineJSON(again).count == DumpWriter.vitrineJSON(dump).count)
    }

    @Test("a table of another language takes the place of the texts that it has")
    func localized() throws {
        let table = """
            "lab-00-001.text" = "Eier"; "but-00-001.normalTitle" = "Los"; "nit-00-001.title" = "Uhr";
            "lab-00-001.accessibilityLabel" = "Was gekocht wird"; "sec-00-001.headerTitle" = "Klänge";
            """
        let tree = try LocalizedInterface.read(
            try Fixtures.bytes("dumps/kitchen.storyboard"),
            strings: Array(table.utf8)
        ).tree
        let (label, button) = (try index("lab-00-001", in: tree), try index("but-00-001", in: tree))
        let texts = [tree.text(of: label), tree.label(of: label), tree.text(of: button)]
        #expect(texts == ["Eier", "Was gekocht wird", "Los"])
        #expect(tree.attribute("navigationItem.title", of: 1) == "Uhr")
        #expect(tree.attribute("section", of: try index("tab-00-001", in: tree)) == "header “Klänge”, 1 cells")
        #expect(throws: DumpError.self) {
            try LocalizedInterface.read(try Fixtures.bytes("dumps/kitchen.xib"), strings: Array("\"a\" = ".utf8))
        }
    }

    @Test(
        "what was copied out of a file is read as the objects of one",
        arguments: copied
    )
    func pieces(text: String, outline: [String]) throws {
        let dump = try DumpReader.read(Array(text.utf8))
        #expect(dump.format == .xib && dump.outline == outline && dump.codes.isEmpty)
        let label = try #require(dump.tree.indices.last)
        #expect(dump.tree.frame(of: label) == Rect(x: 1, y: 2, width: 30, height: 20))
        #expect(dump.tree.text(of: label) == "Late")
    }

    @Test("a piece that breaks off keeps what stands before, and other markup is none")
    func brokenPiece() throws {
        let dump = try Dump.reading("<view id=\"v\">\(Self.frame)", "<subviews>\(Self.label)", "<label text=\"Ear")
        #expect(dump.outline == ["UIView", ".UILabel"] && dump.codesByLine == ["3 interface.malformed"])
        #expect(throws: DumpError.self) { try Dump.reading("<table><rect key=\"frame\" x=\"1\"/></table>") }
    }

    private static let copied: [(String, [String])] = [
        (label, ["UILabel"]), ("\(label)\n\(label.replacing("l1", with: "l2"))", ["UILabel", "UILabel"]),
        ("\n<view id=\"v\">\(frame)<subviews>\(label)</subviews></view>", ["UIView", ".UILabel"]),
        ("<subviews>\(label)</subviews>", ["UILabel"]),
        (
            "<scene><objects><viewController id=\"c\"><view key=\"view\" id=\"v\">\(frame)<subviews>\(label)</subviews></view>"
                + "</viewController></objects></scene>",
            ["UIView", ".UILabel"]
        ),
    ]

    private static let frame = "<rect key=\"frame\" x=\"1\" y=\"2\" width=\"30\" height=\"20\"/>"
    private static let label = "<label text=\"Late\" id=\"l1\">\(frame)</label>"

    @Test("an interface for watchOS has its controllers, items and groups, and no places")
    func watch() throws {
        let dump = try Dump.reading(
            """
            <document type="com.apple.InterfaceBuilder.WatchKit.Storyboard" targetRuntime="watchKit" useAutolayout="YES" initialViewController="c">
            <device id="watch40"/><scenes><scene sceneID="s"><objects>
            <controller id="c" customClass="RecipeController"><items>
            <group width="1" alignment="left" layout="vertical" id="g"><items>
            <imageView width="20" height="20" image="pot" id="i"/><label text="Soup" id="l"/></items></group>
            <table alignment="left" id="t"><items><tableRow identifier="step" id="r"><group key="rootItem" id="h"><items>
            <label text="Stir" id="m"/></items></group></tableRow></items></table>
            <button title="Start" id="b"/><switch title="Loud" id="w"/><slider id="v"/><separator id="e"/>
            </items></controller></objects></scene></scenes></document>
            """
        )
        #expect(dump.format == .storyboard && dump.codes.isEmpty)
        #expect(
            TreeText.text(of: dump.tree) == """
                RecipeController 0 (0 0; 162 197)
                  WKInterfaceGroup 1 (unknown)
                    WKInterfaceImage 2 (unknown)
                    WKInterfaceLabel 3 (unknown) "Soup"
                  WKInterfaceTable 4 (unknown)
                    WKInterfaceTableRow 5 (unknown)
                      WKInterfaceGroup 6 (unknown)
                        WKInterfaceLabel 7 (unknown) "Stir"
                  WKInterfaceButton 8 (unknown) "Start"
                  WKInterfaceSwitch 9 (unknown) "Loud"
                  WKInterfaceSlider 10 (unknown)
                  WKInterfaceSeparator 11 (unknown)

                """
        )
        #expect(dump.tree.controller(of: 0) == "RecipeController" && dump.device?.idiom == "watch")
        #expect(dump.report.contains { $0.code == "lost.places" && $0.message.contains("WatchKit") })
        #expect(dump.tree.attribute("alignment", of: 1) == "left")
    }
}
