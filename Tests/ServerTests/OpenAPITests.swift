@testable import Services
import Access
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@testable import Web
@testable import WebDriver

/// Holds the router and the OpenAPI document against each other.
@Suite("OpenAPI document")
struct OpenAPITests {
    private struct Operation: Hashable, CustomStringConvertible {
        var method: String
        var path: String
        /// Its query parameters, each with the scopes that it takes beside those of the operation.
        var query: [String: String]
        var scopes: String
        var description: String { "\(method) \(path) \(query.sorted { $0.key < $1.key }) needs “\(scopes)”" }
    }

    private func documented(_ document: JSONValue) -> Set<Operation> {
        var operations: Set<Operation> = []
        for path in document["paths"]?.objectValue ?? [] {
            for method in path.value.objectValue ?? [] {
                let parameters = method.value["parameters"]?.arrayValue ?? []
                var query: [String: String] = [:]
                for parameter in parameters where parameter["in"]?.stringValue == "query" {
                    query[parameter["name"]?.stringValue ?? ""] = parameter["x-scope"]?.stringValue ?? ""
                }
                let scopes = method.value["x-scope"]?.stringValue ?? "none are named"
                let name = method.name.uppercased()
                operations.insert(Operation(method: name, path: path.name, query: query, scopes: scopes))
            }
        }
        return operations
    }

    private func operation(_ route: Route) throws -> Operation {
        let path = route.pattern.replacing("...}", with: "}")
        // A brace stands in no target.
        let target = path.replacing("{", with: "").replacing("}", with: "")
        func scopes(_ target: String) throws -> AccessScopes {
            guard !AccessGuard.isFree(route.pattern) else { return [] }
            return AccessGuard.scopes(for: try Request(method: route.method, target: target), at: route.pattern)
        }
        let needed = try scopes(target)
        var query: [String: String] = [:]
        for name in route.queryParameters ?? [] {
            query[name] = try scopes("\(target)?\(name)=x").subtracting(needed).text
        }
        return Operation(method: route.method.rawValue, path: path, query: query, scopes: needed.text)
    }

    @Test("the router and the document name the same methods, paths, query parameters and scopes")
    func routerAndDocumentAgree() async throws {
        let server = try TestServer()
        let document = try await server.get("/api/v1/openapi.json").json()
        // WebDriver has routes of its own behind a few patterns.
        let webDriver = WebDriverRoutes(services: server.application.services).commands.routes
        let routed = Set(
            try
                (server.application.router.routes
                .filter {
                    $0.pattern.hasPrefix("/api/v1")
                        || ["/healthz", "/readyz", "/metrics", "/mcp"].contains($0.pattern)
                }
                + webDriver)
                .map(operation)
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
