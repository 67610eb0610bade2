import FoundationEssentials
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

@Suite("Interfaces of apps over HTTP")
struct InterfaceAPITests {
    private static let base = "/api/v1/apps/com.example.kitchen/interfaces"
    private let server: TestServer

    init() throws {
        let folder = try TemporaryDirectory()
        let info = """
            <?xml version="1.0"?><plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>com.example.kitchen</string></dict></plist>
            """
        try folder.write(info, to: "Kitchen.app/Info.plist")
        try folder.write(try Fixtures.bytes("dumps/kitchen.storyboard"), to: "Kitchen.app/Base.lproj/Main.storyboard")
        try folder.write("\"lab-00-001.text\" = \"Eier\";", to: "Kitchen.app/de.lproj/Main.strings")
        try folder.write(try Fixtures.bytes("dumps/kitchen.nib"), to: "Kitchen.app/Timer~ipad.nib")
        try folder.write("no nib", to: "Kitchen.app/Broken.nib")
        server = try TestServer(paths: [folder.url.path(percentEncoded: false)], keeping: folder)
    }

    private func open(_ path: String, lang: String? = nil) async throws -> ClientResponse {
        let query = lang.map { "?lang=\($0)" } ?? ""
        let name = path.replacing("/", with: "%2F")
        return try await server.client.send(.post, "\(Self.base)/\(name)/dump\(query)", headers: [:], body: [])
    }

    @Test("the list says what each is, and why one cannot be opened")
    func list() async throws {
        let reply = try await server.get(Self.base).json()
        let all = reply["interfaces"]
        #expect(reply["total"]?.integerValue == 3 && reply["complete"]?.boolValue == true)
        #expect(all?[0]["path"]?.stringValue == "Base.lproj/Main.storyboard")
        #expect(all?[0]["language"]?.stringValue == "Base" && all?[0]["languages"]?[0].stringValue == "de")
        #expect(all?[0]["kind"]?.stringValue == "storyboard" && all?[0]["openable"]?.boolValue == true)
        #expect(all?[1]["openable"]?.boolValue == false)
        #expect(all?[1]["reason"]?.stringValue?.isEmpty == false)
        #expect(all?[2]["name"]?.stringValue == "Timer" && all?[2]["idiom"]?.stringValue == "ipad")
        #expect(all?[2]["dump"] == .null && all?[2]["viewCount"]?.integerValue == 3)
        let part = try await server.get(Self.base + "?limit=1&after=0").json()
        #expect(part["interfaces"]?.arrayValue?.count == 1 && part["next"]?.stringValue == "1")
    }

    @Test("one is opened with 201 and again with 200; a language takes its table")
    func opening() async throws {
        let first = try await open("Timer~ipad.nib")
        #expect(first.status == .created)
        let id = try #require(try first.json()["id"]?.stringValue)
        #expect(first.headers[.location] == "/api/v1/dumps/\(id)")
        #expect(try first.json()["app"]?.stringValue == "com.example.kitchen")
        #expect(try await open("Timer~ipad.nib").status == .ok)
        #expect(try await server.get(Self.base).json()["interfaces"]?[2]["dump"]?.stringValue == id)
        #expect(try await server.get("/api/v1/apps/com.example.kitchen").json()["dumps"]?[0].stringValue == id)
        let german = try await open("Base.lproj/Main.storyboard", lang: "de")
        let dump = try #require(try german.json()["id"]?.stringValue)
        #expect(try await server.get("/api/v1/dumps/\(dump)/views?text=Eier").json()["total"]?.integerValue == 1)
        #expect(try await open("Base.lproj/Main.storyboard", lang: "fr").status == .unprocessableContent)
        #expect(try await open("Broken.nib").status == .unprocessableContent)
        #expect(try await open("Other.nib").status == .notFound)
    }

    @Test("the page's form opens one, and leads to it")
    func form() async throws {
        let page = try await server.get("/apps/com.example.kitchen", [.accept: "text/html"]).text
        #expect(page.contains("action=\"/apps/com.example.kitchen/interfaces\""))
        #expect(page.contains("Base.lproj/Main.storyboard") && page.contains("<option value=\"de\">Deutsch</option>"))
        let opened = try await server.post(
            form: "path=Base.lproj%2FMain.storyboard&lang=de",
            to: "/apps/com.example.kitchen/interfaces"
        )
        #expect(opened.status == .seeOther)
        #expect(opened.headers[.location]?.hasPrefix("/dumps/main-") == true)
        #expect(try await server.get("/apps/com.example.kitchen/interfaces?after=0").text.contains("Timer~ipad.nib"))
    }
}
