import Catalog
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Services
import TestSupport
import Testing
import ViewHierarchy

/// A client of the protocol that speaks to a server in memory.
struct WebDriverClient {
    static let key = "element-6066-11e4-a52e-4f735466cecf"
    static let app = "com.example.webdriver"

    let server: TestServer
    var session = ""

    /// Begins a session.
    static func begin(_ capabilities: String, on server: TestServer) async throws -> WebDriverClient {
        var client = WebDriverClient(server: server)
        let reply = try await client.send(.post, "/session", #"{"capabilities":{"alwaysMatch":\#(capabilities)}}"#)
        client.session = try #require(reply.value["sessionId"]?.stringValue, "\(reply)")
        return client
    }

    /// What a command answered.
    struct Reply {
        let status: Int
        let value: JSONValue
        var cacheControl: String?
        /// The protocol's word for an error; nil for a success.
        var error: String? { status == 200 ? nil : value["error"]?.stringValue ?? "" }
        var message: String { value["message"]?.stringValue ?? "" }
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ json: String? = nil,
        _ headers: HTTPFields = [:]
    ) async throws -> Reply {
        var headers = headers
        if json != nil { headers[.contentType] = "application/json" }
        let body = Array(try named(json ?? "").utf8)
        let reply = try await server.client.send(method, path, headers: headers, body: body)
        return Reply(
            status: reply.status.code,
            value: try reply.json()["value"] ?? .null,
            cacheControl: reply.headers[.cacheControl]
        )
    }

    /// A text with the id of the sample in place of `stopwatch`.
    func named(_ text: String) throws -> String {
        guard text.contains("stopwatch") else { return text }
        let dumps = try server.application.services.catalog.dumps(
            matching: "Stopwatch",
            order: .newest,
            limit: 1,
            after: nil
        )
        return text.replacing("stopwatch", with: try #require(dumps.dumps.first?.id))
    }

    func get(_ path: String) async throws -> Reply { try await send(.get, "/session/\(session)\(path)") }

    func post(_ path: String, _ json: String = "{}") async throws -> Reply {
        try await send(.post, "/session/\(session)\(path)", json)
    }

    /// The ids of the elements that are found.
    func ids(_ using: String, _ value: String, from element: String? = nil) async throws -> [String] {
        let path = element.map { "/element/\($0)/elements" } ?? "/elements"
        let reply = try await post(path, body(using, value))
        return reply.value.arrayValue?.compactMap { $0[Self.key]?.stringValue } ?? []
    }

    /// The id of the first element that is found.
    func id(_ using: String, _ value: String) async throws -> String {
        let reply = try await post("/element", body(using, value))
        return try #require(reply.value[Self.key]?.stringValue, "\(using) \(value): \(reply)")
    }

    func body(_ using: String, _ value: String) -> String {
        let body: JSONValue = ["using": .string(using), "value": .string(value)]
        return String(decoding: body.serialized(), as: UTF8.self)
    }

    /// An app with a row of each kind, in a folder that lasts as long as its server.
    static func settingsServer(_ configuration: ServerConfiguration = ServerConfiguration()) throws -> TestServer {
        let folder = try TemporaryDirectory()
        try folder.write(
            "<plist><dict><key>CFBundleIdentifier</key><string>\(app)</string><key>CFBundleName</key><string>Demo</string></dict></plist>",
            to: "Demo.app/Info.plist"
        )
        try folder.write(root, to: "Demo.app/Settings.bundle/Root.plist")
        try folder.write(more, to: "Demo.app/Settings.bundle/Sub/More.plist")
        return try TestServer(paths: [folder.url.path], configuration: configuration, keeping: folder)
    }

    private static let root = """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>
        <dict><key>Type</key><string>PSGroupSpecifier</string><key>Title</key><string>General</string>
          <key>FooterText</key><string>Heard by all.</string></dict>
        <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key><string>Sound</string>
          <key>Key</key><string>sound</string><key>DefaultValue</key><string>YES</string>
          <key>TrueValue</key><string>YES</string><key>FalseValue</key><string>NO</string></dict>
        <dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Title</key><string>Name</string>
          <key>Key</key><string>name</string><key>DefaultValue</key><string>Ada</string></dict>
        <dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Title</key><string>Password</string>
          <key>Key</key><string>password</string><key>IsSecure</key><true/></dict>
        <dict><key>Type</key><string>PSMultiValueSpecifier</string><key>Title</key><string>Size</string>
          <key>Key</key><string>size</string><key>DefaultValue</key><integer>1</integer>
          <key>Values</key><array><integer>1</integer><string>2</string></array>
          <key>Titles</key><array><string>Small</string><string>Large</string></array></dict>
        <dict><key>Type</key><string>PSSliderSpecifier</string><key>Key</key><string>volume</string>
          <key>DefaultValue</key><integer>0</integer><key>MinimumValue</key><integer>0</integer>
          <key>MaximumValue</key><integer>10</integer></dict>
        <dict><key>Type</key><string>PSRadioGroupSpecifier</string><key>Title</key><string>Face</string>
          <key>Key</key><string>face</string><key>DefaultValue</key><string>round</string>
          <key>Values</key><array><string>round</string><string>square</string></array>
          <key>Titles</key><array><string>Round</string><string>Square</string></array></dict>
        <dict><key>Type</key><string>PSGroupSpecifier</string></dict>
        <dict><key>Type</key><string>PSChildPaneSpecifier</string><key>Title</key><string>More</string>
          <key>File</key><string>Sub/More</string></dict>
        <dict><key>Type</key><string>PSChildPaneSpecifier</string><key>Title</key><string>Missing</string>
          <key>File</key><string>Missing</string></dict>
        <dict><key>Type</key><string>PSTitleValueSpecifier</string><key>Title</key><string>Version</string>
          <key>Key</key><string>version</string><key>DefaultValue</key><string>1.0</string></dict>
        <dict><key>Type</key><string>IASKListGroupSpecifier</string><key>Title</key><string>Cities</string>
          <key>Key</key><string>cities</string><key>Deletable</key><true/>
          <key>DefaultValue</key><array><string>Lima</string></array>
          <key>ItemSpecifier</key><dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Key</key><string>city</string></dict>
          <key>AddSpecifier</key><dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Title</key><string>Add city</string>
          <key>Key</key><string>city</string></dict></dict>
        </array></dict></plist>
        """
    private static let more = """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>
        <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key><string>Deep</string>
          <key>Key</key><string>deep</string></dict>
        </array></dict></plist>
        """
}
