import HTTP
import HTTPTesting
import HTTPTypes
import JSON

@testable import Server

/// A server with one uploaded dump of five views, to be edited.
enum EditableScreen {
    static let text = """
        <UIWindow: 0x1; frame = (0 0; 320 480); autoresize = W+H; layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 20; 320 460); autoresize = W+H; layer = <CALayer: 0x9>>
           |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Hello'; tag = 7; layer = <CALayer: 0x9>>
           |    | <UIButton: 0x4; frame = (210 400; 100 40); autoresize = LM+TM; layer = <CALayer: 0x9>>
           | <UIImageView: 0x5; frame = (40 40; 20 20); layer = <CALayer: 0x9>>
        """

    /// The server and the address of its dump in the API.
    static func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps?name=Main%20Screen", text: text)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")")
    }
}

extension ClientResponse {
    /// The last part of a problem's type.
    func slug() throws -> String? { try json()["type"]?.stringValue?.replacing("/problems/", with: "") }

    /// The places that a problem names.
    func pointers() throws -> [String] {
        try json()["errors"]?.arrayValue?.compactMap { $0["pointer"]?.stringValue } ?? []
    }
}
