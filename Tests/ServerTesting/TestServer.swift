package import Access
import Agents
import AppServer
package import Catalog
import DumpFormats
import DumpServer
import Foundation
import HTTP
package import HTTPTesting
package import HTTPTypes
package import JSON
import Logging
package import SQLiteStorage
package import Services
package import TestSupport
package import Web
import WebDriver

/// The whole application on a data folder of its own, asked in memory.
package struct TestServer {
    package let client: InMemoryClient
    package let application: ServerApplication
    package let storage: SQLiteStorage
    package let access: AccessControl
    package let folder: TemporaryDirectory
    /// The folder that the paths are in: bundles are read as they are asked for.
    private let source: TemporaryDirectory?

    private static let folders = ResourceFolders(root: Fixtures.repository)
    /// Read once for all servers of the tests.
    package static let resources = Result { () throws(ServerSetupError) in try WebResources(folders) }

    /// - Parameters:
    ///   - paths: what the command line would open; the samples unless told otherwise.
    ///   - store: where dumps and apps are, and what is secret; the data folder unless told otherwise.
    package init(
        paths: [String]? = nil,
        configuration: ServerConfiguration = ServerConfiguration(),
        access mode: AccessControl.Mode = .open,
        token: String? = nil,
        keeping source: TemporaryDirectory? = nil,
        store: (any CatalogStore)? = nil
    ) throws {
        self.source = source
        folder = try TemporaryDirectory()
        storage = try SQLiteStorage(folder: folder.url.appending(path: "data"))
        let samples = Self.folders.samples.path(percentEncoded: false)
        var limits = CatalogLimits.standard
        limits.dump.maximumBytes = configuration.maximumDumpBytes
        limits.dump.maximumJSONBytes = configuration.maximumJSONDumpBytes
        access = try AccessControl(mode: mode, chosen: token.map(Secret.init), store: storage)
        let services = Services(
            catalog: Catalog.open(paths: paths ?? [samples], store: store ?? storage, limits: limits),
            defaults: storage,
            access: access,
            resources: try Self.resources.get(),
            configuration: configuration,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let asked = services.dumpRoutes + services.appRoutes
        let others: [any RouteGroup] = [
            WebDriverRoutes(services: services), AgentRoutes(services: services, over: asked),
        ]
        application = ServerApplication(services, asked + others)
        client = InMemoryClient(responder: application)
    }

    /// What a request has to show in the name of a new token.
    package func token(_ name: String, _ scopes: AccessScopes) throws -> HTTPFields {
        [.authorization: "Bearer \(try access.makeToken(named: name, scopes: scopes).1.text)"]
    }

    package func get(_ target: String, _ headers: HTTPFields = [:]) async throws -> ClientResponse {
        try await client.get(target, headers: headers)
    }

    package func send(
        _ method: HTTPRequest.Method,
        _ target: String,
        json: String,
        _ headers: HTTPFields = [:]
    ) async throws
        -> ClientResponse
    {
        var headers = headers
        headers[.contentType] = "application/json"
        return try await client.send(method, target, headers: headers, body: Array(json.utf8))
    }

    package func post(form: String, to target: String) async throws -> ClientResponse {
        try await client.send(
            .post,
            target,
            headers: [.contentType: "application/x-www-form-urlencoded", .accept: "text/html"],
            body: Array(form.utf8)
        )
    }
}

extension ClientResponse {
    /// The body as JSON.
    package func json() throws -> JSONValue {
        try JSONValue(parsing: content ?? [], limits: .dump)
    }
}

extension JSONValue {
    /// An element of an array, or null.
    package subscript(_ index: Int) -> JSONValue {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return .null }
        return elements[index]
    }

    /// Where this is another thing than expected, a line for each place. An object may have other members besides, a list
    /// has as many elements.
    package func differences(from expected: JSONValue, at place: String = "") -> [String] {
        switch (self, expected) {
        case (.object, .object(let members)):
            members.flatMap { member in
                self[member.name]?.differences(from: member.value, at: "\(place)/\(member.name)")
                    ?? ["\(place)/\(member.name) is missing"]
            }
        case (.array(let elements), .array(let others)) where elements.count == others.count:
            zip(elements, others).enumerated().flatMap { number, pair in
                pair.0.differences(from: pair.1, at: "\(place)/\(number)")
            }
        case _ where self == expected || (doubleValue != nil && doubleValue == expected.doubleValue): []
        default: ["\(place) is \(self), not \(expected)"]
        }
    }

    /// The names of an object's members.
    package var names: [String] { objectValue?.map(\.name) ?? [] }
}

extension ClientResponse {
    /// The last part of a problem's type.
    package func slug() throws -> String? { try json()["type"]?.stringValue?.replacing("/problems/", with: "") }

    /// The places that a problem names.
    package func pointers() throws -> [String] {
        try json()["errors"]?.arrayValue?.compactMap { $0["pointer"]?.stringValue } ?? []
    }
}
