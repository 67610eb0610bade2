@testable import Services
@testable import Web
import Access
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import SQLiteStorage
import ServerTesting
import Storage
import Testing

@Suite("Operations")
struct MetricsTests {
    @Test("requests are counted by the pattern of their route, its method and the class of the status")
    func requests() async throws {
        let server = try TestServer()
        for _ in 0..<3 { _ = try await server.get("/api/v1/dumps") }
        _ = try await server.get("/api/v1/dumps/none")
        _ = try await server.get("/nowhere")
        let reply = try await server.get("/metrics")
        #expect(reply.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = reply.text.split(separator: "\n").map(String.init)
        let name = "vitrine_http_request_duration_seconds"
        #expect(lines.contains(#"\#(name)_count{route="/api/v1/dumps",method="GET",status="2xx"} 3"#))
        #expect(lines.contains(#"\#(name)_bucket{route="/api/v1/dumps",method="GET",status="2xx",le="+Inf"} 3"#))
        #expect(lines.contains(#"\#(name)_count{route="/api/v1/dumps/{dump}",method="GET",status="4xx"} 1"#))
        #expect(lines.contains(#"\#(name)_count{route="none",method="any",status="4xx"} 1"#))
    }

    @Test("the text is what Prometheus reads: each metric once, with help and type, and each number on a line")
    func format() async throws {
        let server = try TestServer()
        server.application.watchLoad {
            var load = ServerLoad()
            (load.requests, load.waiting, load.running, load.eventStreams) = (2, 1, 3, 4)
            return load
        }
        server.application.addMetric("vitrine_example_bytes", "An example.") { [([("kind", "a\"b\\")], 1.5)] }
        _ = try await server.get("/api/v1/defaults")
        var types: [String: String] = [:]
        for line in try await server.get("/metrics").text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# TYPE ") {
                #expect(types.updateValue(String(words[3]), forKey: String(words[2])) == nil, "\(line)")
            } else if !line.hasPrefix("#") {
                #expect(words.last.flatMap { Double($0) } != nil, "\(line)")
                let name = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                let known = ["", "_bucket", "_sum", "_count"].contains { ending in
                    name.hasSuffix(ending) && types[String(name.dropLast(ending.count))] != nil
                }
                #expect(known, "\(line)")
            }
        }
        let text = try await server.get("/metrics").text
        for line in [
            "vitrine_pool_waiting 1", "vitrine_event_streams 4", #"vitrine_example_bytes{kind="a\"b\\"} 1.5"#,
            #"vitrine_uploads_waiting{kind="dump"} 0"#, "vitrine_dump_reads_total 0",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        #expect(text.contains("vitrine_cache_entries{cache=\"dumps\"}"))
        #expect(text.contains("vitrine_memory_resident_bytes "))
    }

    @Test("what the store is asked for is counted, whatever it is about")
    func store() async throws {
        let server = try TestServer()
        server.application.watchStore(server.storage.times)
        func count(_ operation: StorageOperation) async throws -> Int {
            let name = #"vitrine_store_duration_seconds_count{operation="\#(operation.rawValue)"} "#
            let line = try await server.get("/metrics").text.split(separator: "\n").first { $0.hasPrefix(name) }
            return try #require(line.flatMap { Int($0.dropFirst(name.count)) })
        }
        let (reads, writes) = (try await count(.read), try await count(.write))
        _ = try await server.send(.put, "/api/v1/defaults/d/values/a", json: #"{"value": 1}"#)
        #expect(try await count(.write) == writes + 1)
        _ = try await server.get("/api/v1/defaults/d/history")
        #expect(try await count(.read) > reads)
        let dump = "<UIView: 0x1; frame = (0 0; 10 10)>"
        _ = try await server.client.send(.post, "/api/v1/dumps", text: dump)
        #expect(try await count(.write) == writes + 2)
    }

    @Test("metrics are read with the scope read where tokens are needed")
    func access() async throws {
        let server = try TestServer(access: .tokens)
        #expect(try await server.get("/metrics").status == .unauthorized)
        let secret = try server.access.makeToken(named: "Prometheus", scopes: .read).1
        #expect(try await server.get("/metrics", [.authorization: "Bearer \(secret.text)"]).status == .ok)
    }

    @Test("a histogram counts each bound's share and all before it")
    func histogram() {
        let histogram = Histogram()
        for microseconds in [100, 500, 501, 20_000_000] { histogram.record(.microseconds(microseconds)) }
        #expect(histogram.cumulative.prefix(2) == [2, 3])
        #expect(histogram.cumulative.suffix(2) == [3, 4])
        #expect(histogram.seconds == 20.001_101)
    }

    @Test("a server that drains is not ready, and answers on")
    func draining() async throws {
        let server = try TestServer()
        #expect(try await server.get("/readyz").status == .ok)
        server.application.beginDraining()
        let reply = try await server.get("/readyz")
        #expect(reply.status == .serviceUnavailable)
        #expect(try reply.json()["type"]?.stringValue == "/problems/draining")
        #expect(try await server.get("/healthz").status == .ok)
        #expect(try await server.get("/api/v1/dumps").status == .ok)
    }

    @Test("the document of a server's fault names the request, that of a client's does not")
    func requestID() throws {
        #expect(
            try JSONValue(parsing: Problem.storeBusy.json(instance: "/", requestID: "a1"))["requestId"]?.stringValue
                == "a1"
        )
        let own = Problem.notFound("x").json(instance: "/", requestID: "a1")
        #expect(try JSONValue(parsing: own)["requestId"] == nil)
    }
}
