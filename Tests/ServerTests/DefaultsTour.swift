@testable import Web
import HTTP
import HTTPTesting
import HTTPTypes
import ServerTesting
import Testing

/// Visits every state of the pages about settings and defaults.
enum DefaultsTour {
    private static let html: HTTPFields = [.accept: "text/html"]

    /// - Parameter server: has the samples and `KitApp` open.
    static func visit(_ server: TestServer) async throws {
        let domain = "/defaults/com.example.clock"
        let api = "/api/v1" + domain
        _ = try await server.send(
            .patch,
            api,
            json:
                #"{"a":[1],"b":{"$data":"AAEC"},"c":true,"account.passcode":"x","long":"\#(String(repeating: "x", count: 30_000))"}"#
        )
        _ = try await server.send(.patch, api, json: #"{"a":[2],"vibrate":true}"#)
        _ = try await server.send(.put, api + "/layers/managed", json: #"{"values":{"vibrate":false}}"#)
        _ = try await server.send(
            .put,
            "/api/v1/defaults/com.example.kit/layers/managed",
            json: #"{"values":{"tick":true}}"#
        )
        let kit = KitApp.settings
        for target in [
            "/defaults", "/defaults?q=nothing", domain, domain + "?key=a&done=2", domain + "?key=b&encoding=base64",
            domain + "?key=long", domain + "?add=true&type=date", domain + "?view=app", domain + "?view=settings&q=zz",
            domain + "/history", domain + "/history?after=2&done=2", domain + "/diff?from=0", domain + "/import",
            domain + "/remove", domain + "/restore?revision=1",
            domain + "/arguments?arguments=-a%201%20loose%20-vibrate%20NO",
            "/apps/com.example.clock/settings", "/apps/com.example.clock/lint",
            "/apps/com.example.kit/lint?severity=warning", kit + "?keys=true",
            kit + "?q=cit", kit + "?reset=all", kit + "?idiom=pad", "/defaults/other/history",
        ] {
            #expect(try await server.get(target, html).status == .ok, "\(target)")
        }
        for (part, target) in [("domain", domain), ("editor", domain + "?key=a"), ("history", domain + "/history")] {
            #expect(try await server.get(target, [.accept: "text/html", .fragment: part]).status == .ok, "\(target)")
        }
        let refused = try await server.post(form: "key=a&type=array&value=%7B%0Ax&action=set", to: domain)
        #expect(refused.status == .unprocessableContent)
        let conflict = try await server.post(form: "key=a&type=array&value=%5B%5D&action=set&base=other", to: domain)
        #expect(conflict.status == .conflict)
        let layer = try await server.post(form: "layer=managed&source=%5B&action=set", to: domain + "/arguments")
        #expect(layer.status == .unprocessableContent)
        for source in [#"{"a":1,"n":2}"#, "{"] {
            _ = try await server.client.send(
                .post,
                domain + "/import",
                headers: [.accept: "text/html", .contentType: "multipart/form-data; boundary=b"],
                body: Array("--b\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\n\(source)\r\n--b--\r\n".utf8)
            )
        }
    }
}
