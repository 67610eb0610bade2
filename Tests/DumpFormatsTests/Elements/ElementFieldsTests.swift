import JSON
import Testing
import ViewHierarchy

@testable import DumpFormats

@Suite("Fields of elements")
struct ElementFieldsTests {
    private func element(_ fields: KeyValuePairs<String, String?>) -> Element {
        var element = ElementFields()
        for (name, value) in fields {
            if let value { element.take(name, value) } else { element.takeNothing(name) }
        }
        return element.finished()
    }

    private func said(_ view: ViewDescription) -> [String] {
        view.said.subtracting(.identity).properties.map(\.name)
    }

    @Test(
        "each tool's names mean the same",
        arguments: [
            ["label": "L", "value": "V", "identifier": "I"], ["AXLabel": "L", "AXValue": "V", "AXUniqueId": "I"],
            ["accessibilityText": "L", "value": "V", "resource-id": "I"],
            ["content-desc": "L", "value": "V", "id": "I"],
            ["label": "L", "value": "V", "rawIdentifier": "I"],
        ]
    )
    func names(fields: [String: String]) {
        var element = ElementFields()
        for (name, value) in fields { element.take(name, value) }
        let view = element.finished().view
        #expect(view.label == "L" && view.value == "V" && view.identifier == "I")
        #expect(view.attributes.isEmpty)
        #expect(said(view) == ["identifier", "label", "value"])
    }

    @Test("what no field says is unknown, and null says that there is nothing")
    func unknown() {
        #expect(said(element([:]).view).isEmpty)
        let view = element(["label": nil, "rawIdentifier": nil]).view
        #expect(view.label == nil && view.identifier == nil && said(view) == ["identifier", "label"])
    }

    @Test("a name that is not the label is the identifier; one that is may be either")
    func wdaName() {
        #expect(element(["name": "go", "label": "Start"]).view.identifier == "go")
        #expect(said(element(["name": "Start", "label": "Start"]).view) == ["label"])
        #expect(element(["name": "Start", "label": "Start"]).view.attributes.map(\.name) == ["name"])
        #expect(said(element(["name": nil, "label": nil]).view) == ["identifier", "label"])
        let known = element(["rawIdentifier": nil, "name": "x", "label": "y"]).view
        #expect(known.identifier == nil)
    }

    @Test(
        "a place is read in every way it is written",
        arguments: [
            ["frame": "{{1, 2}, {3, 4}}"], ["AXFrame": "{{1.0, 2.0}, {3.0, 4.0}}"], ["bounds": "[1,2][4,6]"],
            ["x": "1", "y": "2", "width": "3", "height": "4"], ["rect": "{{1, 2}, {3, 4}}"],
        ]
    )
    func places(fields: [String: String]) {
        var element = ElementFields()
        for (name, value) in fields { element.take(name, value) }
        let found = element.finished()
        #expect(found.screenFrame == Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(found.view.attributes.isEmpty && found.unreadable.isEmpty)
    }

    @Test(
        "an object or a list says a place in every form, and what is none of them says none",
        arguments: [
            (#"{"y":2,"x":1,"height":4,"width":3,"z":5}"#, true),
            (#"{"X":"1","Y":"2","Width":"3","Height":"4"}"#, true),
            (#"{"X":9,"x":1,"y":2,"width":3,"height":4,"Width":9}"#, true), ("[1,2,3.0,4]", true),
            (#"{"origin":{"x":1,"y":2},"size":{"Width":3,"Height":4},"x":9}"#, true),
            (#"{"x":1,"y":2,"size":{"width":3,"height":4}}"#, true), (#"{"x":1,"y":2,"width":3,"size":{}}"#, false),
            (#"{"x":null,"X":1,"y":2,"width":3,"height":4}"#, false), ("[1,2,3]", false), ("[1,2,3,4,5]", false),
            ("{}", false),
        ]
    )
    func rects(text: String, isPlace: Bool) throws {
        let node = try JSONDocument(parsing: Array(text.utf8)).root
        #expect(ElementFields.rect(node) == (isPlace ? Rect(x: 1, y: 2, width: 3, height: 4) : nil))
    }

    @Test("a place in JSON that differs from a better one is kept as it is written")
    func keptRects() throws {
        let members =
            #"{"frame":{"x":1,"y":2,"width":3,"height":4},"rect":{"x":2,"y":4.5,"width":6,"height":8},"on":true,"n":7}"#
        var fields = ElementFields()
        for (name, value) in try JSONDocument(parsing: Array(members.utf8)).root.members { fields.take(name, value) }
        let kept = fields.finished().view.attributes
        let others: [ViewDescription.Attribute] = [.init("on", "true"), .init("n", "7")]
        #expect(kept == others + [.init("rect", #"{"x":2,"y":4.5,"width":6,"height":8}"#)])
    }

    @Test("the frame with fractions beats the rounded one, and one that differs is kept")
    func precision() {
        let native = element(["frame": "{{16, 59}, {54, 29}}", "nativeFrame": "{{16, 59.333}, {53.5, 28}}"])
        #expect(native.screenFrame == Rect(x: 16, y: 59.333, width: 53.5, height: 28))
        #expect(native.view.attributes.isEmpty)
        let scaled = element(["rect": "{{2, 4}, {6, 8}}", "frame": "{{1, 2}, {3, 4}}"])
        #expect(scaled.screenFrame == Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(scaled.view.attributes == [.init("rect", "{{2, 4}, {6, 8}}")])
    }

    @Test(
        "a place that cannot be understood is kept and named",
        arguments: [["frame": "here"], ["x": "1", "y": "two", "width": "3", "height": "4"], ["bounds": "[1,2]"]]
    )
    func unreadable(fields: [String: String]) {
        var element = ElementFields()
        for (name, value) in fields { element.take(name, value) }
        let found = element.finished()
        #expect(found.screenFrame == nil && found.unreadable.count == 1)
        #expect(Set(found.view.attributes.map(\.name)) == Set(fields.keys))
    }

    @Test(
        "numbers beyond every screen and none at all are read as they are",
        arguments: ["nan", "inf", "1e308", "-1e308"]
    )
    func extremes(number: String) {
        #expect(element(["frame": "{{\(number), 0}, {1, 1}}"]).screenFrame != nil)
    }

    @Test(
        "types are named as XCUITest names them, where that is certain",
        arguments: [
            ("Button", "XCUIElementTypeButton"), ("XCUIElementTypeButton", "XCUIElementTypeButton"),
            ("AXTextArea", "XCUIElementTypeTextView"), ("UIATableCell", "XCUIElementTypeCell"),
            ("40", "XCUIElementTypeSwitch"), ("GenericElement", "XCUIElementTypeOther"),
        ]
    )
    func types(type: String, name: String) {
        let view = element(["type": type]).view
        #expect(view.className == name)
        #expect(view.attributes.isEmpty == (type.hasSuffix("Button")))
    }

    @Test("a type that is not known stays an attribute; a class is a class")
    func otherTypes() {
        let heading = element(["type": "Heading"]).view
        #expect(heading.className == "XCUIElementTypeOther" && heading.attributes == [.init("type", "Heading")])
        #expect(element(["class": "android.widget.Button"]).view.className == "android.widget.Button")
    }

    @Test("a field that comes a second time is kept, if it says something else")
    func twice() {
        let view = element(["label": "a", "label": "a", "AXLabel": "b", "type": "Cell", "type": "Button"]).view
        #expect(view.label == "a" && view.className == "XCUIElementTypeCell")
        #expect(view.attributes == [.init("AXLabel", "b"), .init("type", "Button")])
    }

    @Test(
        "selected and enabled follow from traits, however a tool writes them",
        arguments: [
            ("8", ["selected=true"]), ("256", ["enabled=false"]), ("8589934857", ["selected=true", "enabled=false"]),
            ("4", []), ("0", []), ("Button, Selected", ["selected=true"]), ("button, not enabled", ["enabled=false"]),
            ("[\"Button\",\"Selected\"]", ["selected=true"]), ("Unselected", []), ("", []),
            ("99999999999999999999", []),
            ("UIAccessibilityTraitSelected,UIAccessibilityTraitNotEnabled", ["selected=true", "enabled=false"]),
            ("Button, Selected(0x9)", ["selected=true"]),
        ]
    )
    func traits(written: String, states: [String]) {
        let view = element(["traits": written]).view
        #expect(view.attributes.map { "\($0.name)=\($0.value)" } == ["traits=\(written)"] + states)
    }

    @Test("what a field says of a state beats the traits")
    func states() {
        let view = element(["isEnabled": "1", "traits": "264", "selected": "false"]).view
        #expect(view.attributes.map(\.name) == ["isEnabled", "traits", "selected"])
    }
}
