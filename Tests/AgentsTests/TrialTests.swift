import Access
import Catalog
import Foundation
import HTTP
import HTTPTypes
import JSON
import ServerTesting
import Synchronization
import Testing
import TestSupport
import ViewHierarchy
import Web

@testable import Agents
@testable import Services

/// Edits that are tried: what they are in Swift and in an interface file, and what becomes of the draft.
struct TrialTests {
    private static func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    private static let file = """
        <view key="view" id="roo-00-001">
            <subviews>
                <label hidden="YES" text="One" id="lab-00-001">
                    <rect key="frame" x="16" y="20" width="343" height="20.5"/>
                </label>
                <button id="but-00-001">
                    <rect key="frame" x="10" y="60" width="355" height="40"/>
                    <state key="normal" title="Pay"/>
                </button>
            </subviews>
            <constraints>
                <constraint firstItem="lab-00-001" firstAttribute="width" constant="8" symbolic="YES" id="con-00-001"/>
            </constraints>
        </view>
        """

    private static func subjects() throws -> EditSubjects {
        func view(_ id: Int, _ name: String, _ object: String, in superview: String = "0") throws -> JSONValue {
            try value(
                #"{"id":\#(id),"class":"\#(name)","superview":\#(superview),"attributes":{"objectID":"\#(object)"}}"#
            )
        }
        return EditSubjects(
            views: [
                0: try view(0, "UIView", "roo-00-001", in: "null"), 1: try view(1, "UILabel", "lab-00-001"),
                2: try view(2, "My.PayButton", "but-00-001"),
            ],
            constraints: [
                0: try value(
                    #"{"number":0,"name":"con-00-001","text":"width = 8","constant":8,"relation":"equal","first":{"view":1,"attribute":"width"}}"#
                )
            ]
        )
    }

    @Test(
        "An edit is the Swift that does the same",
        arguments: [
            (
                #"{"op":"change","view":1,"changes":{"hidden":false,"alpha":0.5,"frame":{"x":1,"y":2.5,"width":3,"height":4}}}"#,
                [
                    "label1.isHidden = false", "label1.alpha = 0.5",
                    "label1.frame = CGRect(x: 1, y: 2.5, width: 3, height: 4)",
                ]
            ),
            (
                #"{"op":"change","view":1,"changes":{"alpha":null,"autoresizingMask":["flexibleWidth"]}}"#,
                ["label1.alpha = 1", "label1.autoresizingMask = [.flexibleWidth]"]
            ),
            (#"{"op":"text","view":1,"text":"a \"b\" \\(c)\n"}"#, [#"label1.text = "a \"b\" \\(c)\n""#]),
            (#"{"op":"text","view":2,"text":"Go"}"#, [#"payButton2.setTitle("Go", for: .normal)"#]),
            (#"{"op":"sendToBack","view":1}"#, ["label1.superview?.sendSubviewToBack(label1)"]),
            (#"{"op":"move","view":1,"superview":0,"index":2}"#, ["view0.insertSubview(label1, at: 2)"]),
            (
                #"{"op":"changeConstraint","constraint":0,"changes":{"constant":12,"priority":750}}"#,
                ["constraint0.constant = 12", "constraint0.priority = UILayoutPriority(750)"]
            ),
            (
                #"{"op":"changeConstraint","constraint":0,"changes":{"relation":"greaterThanOrEqual"}}"#,
                [
                    "constraint0.isActive = false",
                    "label1.widthAnchor.constraint(greaterThanOrEqualToConstant: 8).isActive = true",
                ]
            ),
            (
                #"{"op":"addConstraint","constraint":{"first":{"view":1,"attribute":"top"},"second":{"view":0,"guide":"safeArea","attribute":"top"},"constant":8}}"#,
                [
                    "label1.topAnchor.constraint(equalTo: view0.safeAreaLayoutGuide.topAnchor, constant: 8).isActive = true"
                ]
            ),
            (
                #"{"op":"changeLayout","view":1,"changes":{"contentHuggingPriority":{"horizontal":251}}}"#,
                ["label1.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)"]
            ),
        ]
    )
    func swift(edit: String, code: [String]) throws {
        let lines = EditCode([try Self.value(edit)], try Self.subjects()).lines
        #expect(lines.filter { !$0.hasPrefix("//") } == code)
        #expect(lines.first?.hasPrefix("// ") == true)
    }

    @Test(
        "An edit is lines of the file, found by what they are called",
        arguments: [
            (#"{"op":"change","view":1,"changes":{"hidden":false}}"#, [3: #"<label text="One" id="lab-00-001">"#]),
            (
                #"{"op":"change","view":2,"changes":{"frame":{"x":1,"y":2,"width":3,"height":4}}}"#,
                [7: #"<rect key="frame" x="1" y="2" width="3" height="4"/>"#]
            ),
            (
                #"{"op":"text","view":1,"text":"A & \"B\""}"#,
                [3: #"<label hidden="YES" text="A &amp; &quot;B&quot;" id="lab-00-001">"#]
            ),
            (#"{"op":"text","view":2,"text":"Go"}"#, [8: #"<state key="normal" title="Go"/>"#]),
            (
                #"{"op":"changeConstraint","constraint":0,"changes":{"constant":16,"priority":750}}"#,
                [
                    12:
                        #"<constraint firstItem="lab-00-001" firstAttribute="width" constant="16" priority="750" id="con-00-001"/>"#
                ]
            ),
            (
                #"{"op":"addConstraint","constraint":{"first":{"view":1,"attribute":"top"},"second":{"view":0,"attribute":"top"},"constant":8}}"#,
                [
                    12:
                        #"<constraint firstItem="lab-00-001" firstAttribute="top" secondItem="roo-00-001" secondAttribute="top" constant="8" id="new-00-001"/>"#
                ]
            ),
        ]
    )
    func interface(edit: String, lines: [Int: String]) throws {
        let found = EditLines([try Self.value(edit)], try Self.subjects(), in: Array(Self.file.utf8))
        #expect(Dictionary(found.changes.map { ($0.number, $0.after ?? "") }) { first, _ in first } == lines)
        #expect(found.left == [])
    }

    @Test("What moves is told by the lines between which it stands, and what has no line is counted")
    func moves() throws {
        let edits = [
            #"{"op":"bringToFront","view":1}"#, #"{"op":"change","view":1,"changes":{"center":{"x":1,"y":1}}}"#,
        ]
        let found = EditLines(try edits.map(Self.value), try Self.subjects(), in: Array(Self.file.utf8))
        #expect(
            found.moves == [
                #"Move lines 3 to 5 (<label hidden="YES" text="One" id="lab-00-001">) before line 10, </subviews>."#
            ]
        )
        #expect(found.left == ["center"])
        let elsewhere = EditLines([try Self.value(edits[0])], try Self.subjects(), in: Array("<document/>".utf8))
        #expect(elsewhere.left == ["bringToFront"] && elsewhere.moves.isEmpty)
    }

    // MARK: The draft

    private static let dump = "<UIWindow: 0x1; frame = (0 0; 320 480)>\n   | <UIView: 0x2; frame = (0 0; 10 10)>\n"
    private static let ada = Principal(name: "Ada", scopes: [.read, .write])

    /// A server with a dump, and the answer to a trial on it, while somebody else may act after each request.
    private func tried(
        _ arguments: JSONValue,
        by principal: Principal = ada,
        meanwhile: @escaping @Sendable (_ server: TestServer, _ screen: String, _ path: String) throws -> Void = {
            _,
            _,
            _ in
        }
    ) async throws -> (server: TestServer, screen: String, answer: AgentAnswer) {
        let server = try TestServer(paths: [], access: .tokens)
        let screen = try server.application.services.catalog.add(DumpUpload(source: Array(Self.dump.utf8))).id
        var api = AgentRequests(server.application, by: principal)
        let fault = Mutex<(any Error)?>(nil)
        api.onStep = { path in
            do { try meanwhile(server, screen, path) } catch { fault.withLock { $0 = error } }
        }
        let call = AgentCall(
            tool: "try",
            arguments: .object([JSONMember(name: "screen", value: .string(screen))] + (arguments.objectValue ?? [])),
            api: api,
            server: AgentServer(server.application)
        )
        let answer = try await AgentTool.attempt.run(call)
        if let error = fault.withLock({ $0 }) { throw error }
        return (server, screen, answer)
    }

    private static let hide: JSONValue = ["edit": ["op": "change", "view": 1, "changes": ["hidden": true]]]

    private static func fade() throws -> TreeEdit {
        try TreeEditDocument.edit(Array(#"{"op":"change","view":0,"changes":{"alpha":0.5}}"#.utf8))
    }

    private func isHidden(_ view: Int, _ server: TestServer, _ screen: String) throws -> Bool {
        let tree = try server.application.services.catalog.snapshot(of: screen).dump.tree
        return tree.flags(of: try #require(tree.index(ofID: view))).isHidden
    }

    @Test("Edits that are tried are undone, and are kept where that is asked for")
    func undone() async throws {
        let (server, screen, answer) = try await tried(Self.hide)
        #expect(answer.head[0].hasSuffix("The edits were undone."))
        #expect(try !isHidden(1, server, screen))
        let kept = try await tried(["edit": Self.hide["edit"] ?? [:], "keep": true])
        #expect(kept.answer.head[0].hasSuffix("The edits are kept in the draft."))
        #expect(try isHidden(1, kept.server, kept.screen))
        #expect(try kept.server.application.services.catalog.edits(of: kept.screen).entries.map(\.actor) == ["Ada"])
    }

    @Test("What somebody else does in between is not taken back, and it is said what is left")
    func concurrent() async throws {
        let done = Atomic(false)
        let (server, screen, answer) = try await tried(Self.hide) { server, screen, path in
            guard path.hasSuffix("/edits"), !done.exchange(true, ordering: .relaxed) else { return }
            let edit = try Self.fade()
            try Author.$current.withValue("Bob") { _ = try server.application.services.catalog.edit(screen, edit) }
        }
        #expect(answer.head[0].contains("Somebody else changed the draft"))
        #expect(
            answer.lead.first?.contains("by Bob") == true && answer.lead.dropFirst().first?.contains("by Ada") == true
        )
        #expect(answer.members.first { $0.name == "left" }?.value == true)
        #expect(try isHidden(1, server, screen))
        #expect(try server.application.services.catalog.edits(of: screen).applied == 2)
    }

    @Test("An edit that changes nothing undoes nothing, and one that is refused leaves none of those before it")
    func nothing() async throws {
        let before = Atomic(false)
        let (server, screen, _) = try await tried(["edit": ["op": "change", "view": 1, "changes": ["hidden": false]]]) {
            server,
            screen,
            path in
            guard !path.hasSuffix("/edits"), !before.exchange(true, ordering: .relaxed) else { return }
            _ = try server.application.services.catalog.edit(screen, try Self.fade())
        }
        #expect(try server.application.services.catalog.edits(of: screen).applied == 1)
        let kept = Mutex<(server: TestServer, screen: String)?>(nil)
        let wrong: JSONValue = ["op": "bringToFront", "view": 99]
        await #expect(throws: AgentRefusal.self) {
            _ = try await tried(["edits": [Self.hide["edit"] ?? [:], wrong]]) { server, screen, path in
                if path.hasSuffix("/edits") { kept.withLock { $0 = (server, screen) } }
            }
        }
        let (other, dump) = try #require(kept.withLock { $0 })
        #expect(try !isHidden(1, other, dump))
    }

    @Test(
        "A write with a condition needs the rights to what it writes and to what it compares with, of whoever is named",
        arguments: [
            ([AccessScopes.read, .write] as AccessScopes, HTTPResponse.Status.ok), (.write, .forbidden),
            (.read, .forbidden),
            (.all, .ok),
        ]
    )
    func conditions(scopes: AccessScopes, status: HTTPResponse.Status) async throws {
        let server = try TestServer(paths: [], access: .tokens)
        let screen = try server.application.services.catalog.add(DumpUpload(source: Array(Self.dump.utf8))).id
        let edit = try Self.value(#"{"op":"change","view":1,"changes":{"alpha":0.5}}"#).serialized()
        func post(_ tag: String) async throws -> HTTPResponse.Status {
            let headers: HTTPFields = [.contentType: "application/json", .ifMatch: tag]
            let target = "/api/v1/dumps/\(screen)/edits"
            let request = try Request(method: .post, target: target, headers: headers, body: edit)
            return await server.application.answer(request, by: Principal(name: "Ada", scopes: scopes)).status
        }
        #expect(try await post("\"0\"") == status)
        #expect(try await post("\"0\"") == (status == .ok ? .preconditionFailed : status))
    }
}
