import DumpFormats
import JSON
import Testing
import ViewHierarchy

@Suite("Edits as JSON")
struct TreeEditDocumentTests {
    private func command(_ text: String) throws -> EditCommand {
        try TreeEditDocument.command(try JSONValue(parsing: Array(text.utf8)).objectValue ?? [])
    }

    private func changes(_ text: String) throws -> ViewChanges {
        try TreeEditDocument.changes(try JSONValue(parsing: Array(text.utf8)).objectValue ?? [])
    }

    private func pointers(_ body: () throws -> Void) -> [String]? {
        (#expect(throws: EditDocumentError.self) { try body() })?.faults.map(\.pointer)
    }

    private static var label: ViewDescription {
        var label = ViewDescription(className: "UILabel", frame: Rect(x: 1, y: -2, width: 3.25, height: 0.1))
        label.text = "\"é\"\n</script>"
        label.tag = -7
        label.address = "0x7f01"
        label.attributes = [.init("layer", "<CALayer>"), .init("layer", "again"), .init("", "1")]
        label.isHidden = true
        label.isOpaque = false
        label.contentMode = .bottomRight
        label.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
        return label
    }

    private static var turned: ViewDescription {
        var view = ViewDescription(className: "App.Card", frame: Rect(x: 0, y: 0, width: 20, height: 10))
        view.bounds = Rect(x: 5, y: 6, width: 10, height: 20)
        view.center = Point(x: 10, y: 5)
        view.transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: -0.0)
        view.anchorPoint = Point(x: 0, y: 1)
        view.alpha = 0.3
        return view
    }

    private static var everything: ViewChanges {
        var changes = ViewChanges()
        changes.transform = Transform(a: 1, b: 0.1, c: -0.0, d: 1e-300, tx: 1e300, ty: .leastNonzeroMagnitude)
        changes.anchorPoint = Point(x: 0, y: 1)
        changes.bounds = Rect(x: 0.1, y: 0.2, width: 0.3, height: 1.0 / 3)
        changes.center = Point(x: -1, y: 2)
        changes.frame = Rect(x: 1, y: 2, width: 3, height: 4)
        changes.alpha = 0.5
        changes.isHidden = true
        changes.isOpaque = false
        changes.clipsToBounds = true
        changes.isUserInteractionEnabled = false
        changes.autoresizesSubviews = false
        changes.autoresizingMask = [.flexibleLeftMargin, .flexibleHeight]
        changes.contentMode = .topLeft
        changes.tag = .min
        changes.contentSize = Size(width: 5, height: 6)
        return changes
    }

    private static var clearing: ViewChanges {
        var changes = ViewChanges()
        changes.contentSize = .some(nil)
        changes.autoresizingMask = []
        return changes
    }

    @Test(
        "every edit reads back as itself",
        arguments: [
            .change(view: 17, everything), .change(view: 0, clearing), .change(view: 3, ViewChanges()),
            .remove(view: 2), .bringToFront(view: 3), .sendToBack(view: .max),
            .move(view: 1, superview: 2, index: nil), .move(view: 1, superview: 2, index: -4),
            .exchange(superview: 9, 0, 3), .insert(superview: 4, index: 2, views: [NewView(label)]),
            .insert(
                superview: 4,
                index: nil,
                views: [(label, 0), (turned, 1), (label, 2), (label, 2), (turned, 1), (label, 2)].map(NewView.init)
            ),
        ] as [TreeEdit]
    )
    func roundTrip(edit: TreeEdit) throws {
        #expect(try TreeEditDocument.edit(TreeEditDocument.bytes(of: edit)) == edit)
    }

    @Test("views without a common parent are put below the first, and a depth that skips levels does not")
    func depths() throws {
        let views = [0, 0, 5, 1].map { NewView(Self.label, depth: $0) }
        let edit = TreeEdit.insert(superview: 0, index: nil, views: views)
        guard case .insert(_, _, let read) = try TreeEditDocument.edit(TreeEditDocument.bytes(of: edit)) else {
            Issue.record("It is an insertion.")
            return
        }
        #expect(read.map(\.depth) == [0, 1, 2, 1])
    }

    @Test("the documents of the API are understood")
    func documents() throws {
        #expect(try command(#"{"op":"undo"}"#) == .undo)
        #expect(try command(#"{"op":"redo"}"#) == .redo)
        #expect(try command(#"{"op":"reset"}"#) == .reset)
        #expect(try command(#"{"op":"remove","view":3.0}"#) == .edit(.remove(view: 3)))
        #expect(
            try command(#"{"view":1,"index":null,"superview":2,"op":"move"}"#)
                == .edit(.move(view: 1, superview: 2, index: nil))
        )
        #expect(
            try command(#"{"op":"exchange","superview":0,"indexes":[2,1]}"#) == .edit(.exchange(superview: 0, 2, 1))
        )
        let inserted = try command(
            #"""
            {"op":"insert","superview":0,"index":1,"view":{"frame":{"x":1,"y":2,"width":3,"height":4},"tint":"red",
             "subviews":[{"class":"UILabel","frame":[0,0,9,9],"autoresizingMask":18,"subviews":[]}]}}
            """#
        )
        guard case .edit(.insert(0, 1, let views)) = inserted else {
            Issue.record("It is an insertion.")
            return
        }
        #expect(views.map(\.description.className) == ["UIView", "UILabel"] && views.map(\.depth) == [0, 1])
        #expect(views[0].description.attributes == [.init("tint", "red")])
        #expect(views[1].description.autoresizingMask == [.flexibleWidth, .flexibleHeight])
    }

    @Test("null is UIKit's default where there is one")
    func defaults() throws {
        let names = [
            "transform", "anchorPoint", "alpha", "hidden", "opaque", "clipsToBounds", "userInteractionEnabled",
            "autoresizesSubviews", "autoresizingMask", "contentMode", "tag", "contentSize",
        ]
        let changes = try changes("{" + names.map { "\"\($0)\":null" }.joined(separator: ",") + "}")
        #expect(changes.givenNames == names)
        #expect(changes.transform == .identity && changes.anchorPoint == Point(x: 0.5, y: 0.5))
        #expect(changes.alpha == 1 && changes.isHidden == false && changes.isOpaque == true)
        #expect(changes.clipsToBounds == false && changes.isUserInteractionEnabled == true)
        #expect(changes.autoresizesSubviews == true && changes.autoresizingMask == [] && changes.tag == 0)
        #expect(changes.contentMode == .scaleToFill && changes.contentSize == .some(nil))
        #expect(
            pointers { _ = try self.changes(#"{"frame":null,"bounds":null,"center":null}"#) }
                == ["/frame", "/bounds", "/center"]
        )
    }

    @Test(
        "a property of the wrong kind is refused at its place",
        arguments: [
            (#""frame":{"x":1,"y":2,"width":3}"#, ["/frame"]), (#""frame":{}"#, Array(repeating: "/frame", count: 4)),
            (#""frame":[1,2,3,4]"#, ["/frame"]), (#""frame":"{{0, 0}, {1, 1}}""#, ["/frame"]),
            (#""bounds":{"x":1,"y":2,"width":3,"height":"4"}"#, ["/bounds/height"]),
            (#""center":{"x":1,"y":2,"z":3}"#, ["/center/z"]),
            (#""center":{"x":"nan","y":true}"#, ["/center/x", "/center/y"]),
            (#""transform":[1,0,0,1,0]"#, ["/transform"]), (#""transform":[1,0,0,1,0,null]"#, ["/transform/5"]),
            (#""anchorPoint":0.5"#, ["/anchorPoint"]), (#""alpha":"1""#, ["/alpha"]), (#""alpha":"inf""#, ["/alpha"]),
            (#""hidden":1"#, ["/hidden"]), (#""opaque":"YES""#, ["/opaque"]),
            (#""clipsToBounds":[]"#, ["/clipsToBounds"]),
            (#""userInteractionEnabled":0"#, ["/userInteractionEnabled"]),
            (#""autoresizesSubviews":{}"#, ["/autoresizesSubviews"]),
            (#""autoresizingMask":18"#, ["/autoresizingMask"]),
            (#""autoresizingMask":["flexibleWidth","width",2]"#, ["/autoresizingMask/1", "/autoresizingMask/2"]),
            (#""contentMode":"ScaleToFill""#, ["/contentMode"]), (#""contentMode":0"#, ["/contentMode"]),
            (#""tag":1.5"#, ["/tag"]), (#""tag":1e30"#, ["/tag"]), (#""tag":"1""#, ["/tag"]),
            (#""contentSize":{"width":1}"#, ["/contentSize"]), (#""text":"a""#, ["/text"]),
            (#""a/b~":null"#, ["/a~1b~0"]),
        ]
    )
    func refusals(member: String, expected: [String]) {
        #expect(pointers { _ = try changes("{\(member)}") } == expected)
        #expect(
            pointers { _ = try command(#"{"op":"change","view":1,"changes":{"# + member + "}}") }
                == expected.map { "/changes" + $0 }
        )
    }

    @Test(
        "a document that is no edit is refused with every fault",
        arguments: [
            ("{}", [""]), (#"{"op":"fold","view":"a"}"#, ["/op"]), (#"{"op":null}"#, ["/op"]),
            (#"{"op":"undo","view":1}"#, ["/view"]), (#"{"op":"remove"}"#, [""]),
            (#"{"op":"remove","view":"17"}"#, ["/view"]), (#"{"op":"remove","view":1.5,"viw":2}"#, ["/view", "/viw"]),
            (#"{"op":"move","view":null,"superview":[],"index":0.5}"#, ["/view", "/superview", "/index"]),
            (#"{"op":"move"}"#, ["", ""]), (#"{"op":"exchange","superview":1,"indexes":[1]}"#, ["/indexes"]),
            (#"{"op":"exchange","superview":1,"indexes":[true,1e99]}"#, ["/indexes/0", "/indexes/1"]),
            (#"{"op":"change","view":1}"#, [""]), (#"{"op":"change","view":1,"changes":[]}"#, ["/changes"]),
            (#"{"op":"insert"}"#, ["", ""]), (#"{"op":"insert","superview":0,"view":[]}"#, ["/view"]),
            (#"{"op":"insert","superview":0,"view":{"class":"UIView"}}"#, ["/view"]),
            (#"{"op":"insert","superview":0,"view":{"bounds":[0,0,1,1]}}"#, ["/view"]),
            (
                #"{"op":"insert","superview":0,"view":{"frame":[0,0,1,"inf"],"alpha":2}}"#,
                ["/view/frame", "/view/alpha"]
            ),
            (
                #"{"op":"insert","superview":0,"view":{"frame":[0,0,1],"tag":"x","class":1}}"#,
                ["/view/frame", "/view/tag", "/view/class"]
            ),
            (
                #"{"op":"insert","superview":0,"view":{"frame":[0,0,1,1],"class":"","address":""}}"#,
                ["/view/class", "/view/address"]
            ),
            (
                #"{"op":"insert","superview":0,"view":{"frame":[0,0,1,1],"subviews":[1,{"class":"A"}]}}"#,
                ["/view/subviews/0", "/view/subviews/1"]
            ),
        ]
    )
    func invalidDocuments(text: String, expected: [String]) {
        #expect(pointers { _ = try command(text) } == expected)
    }

    @Test("views are nested 100 deep and no deeper")
    func depthLimit() throws {
        func nested(_ depth: Int) -> String {
            let open = #"{"frame":[0,0,1,1],"subviews":["#
            let views = String(repeating: open, count: depth - 1) + #"{"frame":[0,0,1,1]}"#
            return #"{"op":"insert","superview":0,"view":"# + views + String(repeating: "]}", count: depth - 1) + "}"
        }
        #expect(throws: Never.self) { try command(nested(100)) }
        #expect(pointers { _ = try command(nested(101)) }?.first?.hasSuffix("/subviews/0") == true)
    }

    @Test("no more faults are told than anybody reads")
    func faultLimit() {
        let members = (0..<500).map { "\"m\($0)\":1" }.joined(separator: ",")
        #expect(pointers { _ = try changes("{\(members)}") }?.count == EditDocumentError.maximumFaults)
    }

    @Test("an edit with numbers that JSON has none for is not read back")
    func nonFinite() {
        var changes = ViewChanges()
        changes.alpha = .nan
        changes.center = Point(x: .infinity, y: 0)
        let bytes = TreeEditDocument.bytes(of: .change(view: 1, changes))
        #expect(pointers { _ = try TreeEditDocument.edit(bytes) } == ["/changes/center/x", "/changes/alpha"])
        #expect(throws: EditDocumentError.self) { try TreeEditDocument.edit(Array("{\"op\":\"undo\"}".utf8)) }
        #expect(throws: EditDocumentError.self) { try TreeEditDocument.edit(Array("{".utf8)) }
    }

    @Test("a fault that a tree finds has its place in the document")
    func places() {
        let error = TreeEditError(.outOfRange, at: "alpha", "")
        #expect(TreeEditDocument.pointer(of: error, in: .change(view: 1, ViewChanges())) == "/changes/alpha")
        let unknown = TreeEditError(.unknownView, at: "view", "")
        #expect(TreeEditDocument.pointer(of: unknown, in: .change(view: 1, ViewChanges())) == "/view")
        #expect(TreeEditDocument.pointer(of: unknown, in: .remove(view: 1)) == "/view")
    }
}
