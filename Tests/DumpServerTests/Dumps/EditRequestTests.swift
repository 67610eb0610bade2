import Catalog
import DumpFormats
import JSON
import Testing

@testable import DumpServer
@testable import ViewHierarchy

@Suite("What edits in the API ask for")
struct EditRequestTests {
    private func command(_ text: String) throws -> EditCommand {
        try EditRequest.command(try JSONValue(parsing: Array(text.utf8)).objectValue ?? [])
    }

    private func changes(_ text: String) throws -> ViewChanges {
        try EditRequest.changes(try JSONValue(parsing: Array(text.utf8)).objectValue ?? [])
    }

    private func pointers(_ body: () throws -> Void) -> [String]? {
        (#expect(throws: EditDocumentError.self) { try body() })?.faults.map(\.pointer)
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

    @Test("no more faults are told than anybody reads")
    func faultLimit() {
        let members = (0..<500).map { "\"m\($0)\":1" }.joined(separator: ",")
        #expect(pointers { _ = try changes("{\(members)}") }?.count == MemberReader.maximumFaults)
    }

    @Test("a fault that a tree finds has its place in the document")
    func places() {
        let error = TreeEditError(.outOfRange, at: "alpha", "")
        #expect(EditRequest.pointer(of: error, in: .change(view: 1, ViewChanges())) == "/changes/alpha")
        let unknown = TreeEditError(.unknownView, at: "view", "")
        #expect(EditRequest.pointer(of: unknown, in: .change(view: 1, ViewChanges())) == "/view")
        #expect(EditRequest.pointer(of: unknown, in: .remove(view: 1)) == "/view")
    }
}
