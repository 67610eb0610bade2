import DumpFormats
import Foundation
import ViewHierarchy

/// A tree as the tools write it, each with what it usually says of a view.
enum FormatText {
    static func bytes(of tree: ViewTree, in format: DumpFormat) throws -> [UInt8] {
        switch format {
        case .recursiveDescription: Array(DescriptionText.text(of: tree).utf8)
        case .vitrineJSON: DumpWriter.vitrineJSON(tree)
        case .propertyList: try DumpWriter.propertyList(Dump(format: .vitrineJSON, tree: tree))
        case .webDriverAgentJSON: webDriverAgentJSON(tree)
        case .idb: idb(tree)
        case .maestro: maestro(tree)
        case .sentry: sentry(tree)
        case .calabash: calabash(tree)
        case .webDriverAgentXML: Array(ElementText.webDriverAgent(tree).utf8)
        case .xcuitest: Array(ElementText.debugDescription(tree).utf8)
        case .earlGrey: Array(ElementText.earlGrey(tree).utf8)
        case .kif: Array(ElementText.kif(tree).utf8)
        case .detox: Array(ElementText.detox(tree).utf8)
        case .uiautomator: Array(ElementText.uiautomator(tree).utf8)
        case .xib: Array(InterfaceText.xib(tree).utf8)
        case .storyboard: Array(InterfaceText.storyboard(tree).utf8)
        case .lookin: try ArchiveText.lookin(tree)
        // A compiled storyboard is a list of nibs.
        case .nib, .storyboardc: ArchiveText.nib(tree)
        case .xcodeViewHierarchy: ArchiveText.xcodeViewHierarchy(tree)
        }
    }

    // MARK: JSON

    private static func webDriverAgentJSON(_ tree: ViewTree) -> [UInt8] {
        let nodes = nested(tree) { index in
            let text = quoted(tree.text(of: index))
            return #""type":"Other","rawIdentifier":null,"name":\#(text),"value":null,"label":\#(text),"#
                + #""rect":\#(rect(tree, index)),"frame":"\#(braces(tree, index))","isEnabled":"1","isVisible":"1""#
        }
        return Array("{\"value\":\(nodes),\"sessionId\":\"5A1D\"}".utf8)
    }

    private static func idb(_ tree: ViewTree) -> [UInt8] {
        let nodes = nested(tree) { index in
            #""AXFrame":"\#(braces(tree, index))","AXUniqueId":null,"AXLabel":\#(quoted(tree.text(of: index))),"#
                + #""AXValue":null,"type":"GenericElement","role":"AXGenericElement","enabled":true,"#
                + #""custom_actions":[],"frame":\#(rect(tree, index))"#
        }
        return Array("[\(nodes)]".utf8)
    }

    private static func maestro(_ tree: ViewTree) -> [UInt8] {
        let nodes = nested(tree) { index in
            let (frame, text) = (tree.frame(of: index), quoted(tree.text(of: index) ?? ""))
            let low = "[\(Int(frame.origin.x)),\(Int(frame.origin.y))]"
            let high = "[\(Int(frame.maxX)),\(Int(frame.maxY))]"
            return #""attributes":{"accessibilityText":\#(text),"title":"","value":"","text":\#(text),"hintText":"","#
                + #""resource-id":"","bounds":"\#(low)\#(high)","enabled":"true","focused":"false","selected":"false"},"#
                + #""enabled":true"#
        }
        return Array("{\"attributes\":{\"bounds\":\"[0,0][0,0]\"},\"children\":[\(nodes)]}".utf8)
    }

    private static func sentry(_ tree: ViewTree) -> [UInt8] {
        let nodes = nested(tree) { index in
            #""type":"\#(tree.className(of: index))",\#(numbers(tree, index)),"alpha":1,"visible":true"#
        }
        return Array("{\"rendering_system\":\"UIKIT\",\"windows\":[\(nodes)]}".utf8)
    }

    private static func calabash(_ tree: ViewTree) -> [UInt8] {
        let nodes = nested(tree) { index in
            let (name, frame) = (tree.className(of: index), tree.frame(of: index))
            let described =
                "<\(name): 0x600000a0; frame = (\(frame.origin.x) \(frame.origin.y); \(frame.size.width) "
                + "\(frame.size.height)); layer = <CALayer: 0x600000b0>>"
            return #""id":null,"type":"\#(name)","label":null,"value":null,"alpha":1,"enabled":true,"visible":1,"#
                + #""description":"\#(described)","accessibilityElement":false,"frame":\#(rect(tree, index)),"#
                + #""rect":\#(rect(tree, index))"#
        }
        return Array("{\"type\":\"CalabashRootView\",\"visible\":1,\"children\":[\(nodes)]}".utf8)
    }

    /// The views as objects inside of objects.
    private static func nested(_ tree: ViewTree, _ members: (Int) -> String) -> String {
        var text = ""
        var open = 0
        for index in tree.indices {
            let isFirst = tree.depth(of: index) == open
            while open > tree.depth(of: index) {
                text += "]}"
                open -= 1
            }
            if !isFirst || index > 0 && open == 0 { text += "," }
            text += "{\(members(index)),\"children\":["
            open += 1
        }
        return text + String(repeating: "]}", count: open)
    }

    static func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }

    static func numbers(_ tree: ViewTree, _ index: Int) -> String {
        let frame = tree.frame(of: index)
        return
            "\"x\":\(frame.origin.x),\"y\":\(frame.origin.y),\"width\":\(frame.size.width),\"height\":\(frame.size.height)"
    }

    static func rect(_ tree: ViewTree, _ index: Int) -> String { "{\(numbers(tree, index))}" }

    static func braces(_ tree: ViewTree, _ index: Int) -> String {
        let frame = tree.frame(of: index)
        return "{{\(frame.origin.x), \(frame.origin.y)}, {\(frame.size.width), \(frame.size.height)}}"
    }
}

/// A tree in the files of Interface Builder.
enum InterfaceText {
    static func xib(_ tree: ViewTree) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\" "
            + "version=\"3.0\" targetRuntime=\"iOS.CocoaTouch\">\n<objects>\n" + views(tree, key: "")
            + "</objects>\n</document>\n"
    }

    static func storyboard(_ tree: ViewTree) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document "
            + "type=\"com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB\" version=\"3.0\" "
            + "targetRuntime=\"iOS.CocoaTouch\">\n<scenes>\n<scene sceneID=\"s\">\n<objects>\n"
            + "<viewController id=\"c\" sceneMemberID=\"viewController\">\n" + views(tree, key: " key=\"view\"")
            + "</viewController>\n</objects>\n</scene>\n</scenes>\n</document>\n"
    }

    private static func views(_ tree: ViewTree, key: String) -> String {
        var text = ""
        var open: [String] = []
        for index in tree.indices {
            if tree.depth(of: index) == open.count, index > 0 { text += "<subviews>\n" }
            while open.count > tree.depth(of: index) {
                text += "</\(open.removeLast())>\n"
                if open.count > tree.depth(of: index) { text += "</subviews>\n" }
            }
            let name = tree.className(of: index) == "UILabel" ? "label" : "view"
            let frame = tree.frame(of: index)
            let label = tree.text(of: index).map { " text=\"\($0)\"" } ?? ""
            text += "<\(name)\(index == 0 ? key : "") opaque=\"NO\" contentMode=\"left\"\(label) id=\"v\(index)\" "
            text += "customClass=\"\(tree.className(of: index))\">\n"
            text += "<rect key=\"frame\" x=\"\(frame.origin.x)\" y=\"\(frame.origin.y)\" "
            text += "width=\"\(frame.size.width)\" height=\"\(frame.size.height)\"/>\n"
            text += "<autoresizingMask key=\"autoresizingMask\" widthSizable=\"YES\" flexibleMaxY=\"YES\"/>\n"
            open.append(name)
        }
        while let last = open.popLast() { text += "</\(last)>\n" + (open.isEmpty ? "" : "</subviews>\n") }
        return text
    }
}
