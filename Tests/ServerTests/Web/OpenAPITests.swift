import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import Testing

@testable import Server

/// Holds the router and the OpenAPI document against each other.
@Suite("OpenAPI document")
struct OpenAPITests {
    private struct Operation: Hashable, CustomStringConvertible {
        var method: String
        var path: String
        var query: Set<String>
        var description: String { "\(method) \(path) \(query.sorted())" }
    }

    private func documented(_ document: JSONValue) -> Set<Operation> {
        var operations: Set<Operation> = []
        for path in document["paths"]?.objectValue ?? [] {
            for method in path.value.objectValue ?? [] {
                let parameters = method.value["parameters"]?.arrayValue ?? []
                let query = parameters.filter { $0["in"]?.stringValue == "query" }.compactMap {
                    $0["name"]?.stringValue
                }
                operations.insert(Operation(method: method.name.uppercased(), path: path.name, query: Set(query)))
            }
        }
        return operations
    }

    @Test("the router and the document name the same methods, paths and query parameters")
    func routerAndDocumentAgree() async throws {
        let server = try TestServer()
        let document = try await server.get("/api/v1/openapi.json").json()
        // WebDriver has routes of its own behind a few patterns.
        let webDriver = WebDriverRoutes(services: server.application.services).commands.routes
        let routed = Set(
            (server.application.router.routes
                .filter { $0.pattern.hasPrefix("/api/v1") || ["/healthz", "/readyz", "/metrics"].contains($0.pattern) }
                + webDriver)
                .map {
                    Operation(
                        method: $0.method.rawValue,
                        path: $0.pattern.replacing("...}", with: "}"),
                        query: $0.queryParameters ?? []
                    )
                }
        )
        let documented = documented(document)
        #expect(routed.subtracting(documented).map(\.description).sorted() == [])
        #expect(documented.subtracting(routed).map(\.description).sorted() == [])
        #expect(routed.count > 25)
    }

    @Test("every path parameter of the document is declared, and every reference leads somewhere")
    func documentIsComplete() async throws {
        let server = try TestServer()
        let document = try await server.get("/api/v1/openapi.json").json()
        for path in document["paths"]?.objectValue ?? [] {
            let named = Set(
                path.name.split(separator: "{").dropFirst().compactMap {
                    $0.split(separator: "}").first.map(String.init)
                }
            )
            for method in path.value.objectValue ?? [] {
                let parameters = method.value["parameters"]?.arrayValue ?? []
                let declared = parameters.filter { $0["in"]?.stringValue == "path" }.compactMap {
                    $0["name"]?.stringValue
                }
                #expect(Set(declared) == named, "\(method.name) \(path.name)")
            }
        }
        var pending = [document]
        while let value = pending.popLast() {
            for member in value.objectValue ?? [] {
                if member.name == "$ref", let target = member.value.stringValue {
                    let tokens = target.split(separator: "/").map(String.init)
                    var place: JSONValue? = tokens.first == "#" ? document : nil
                    for token in tokens.dropFirst() { place = place?[token] }
                    #expect(place != nil, "\(target)")
                }
                pending.append(member.value)
            }
            pending += value.arrayValue ?? []
        }
    }
}
