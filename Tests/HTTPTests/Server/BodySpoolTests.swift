import Foundation
import Glibc
import HTTPTesting
import HTTPTypes
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(30))) struct BodySpoolTests {
    private static let length = 24 << 20

    /// Sends the beginning of a body to a connection of its own.
    private static func begin(_ count: Int, of length: Int, at port: Int) async throws -> LiveConnection {
        let connection = try LiveConnection(port: port)
        try await connection.write("POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
        try await connection.write([UInt8](repeating: 0x61, count: count))
        return connection
    }

    private static func wait(until condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("half-sent bodies are on disk and not in memory, in files without names, and leave nothing behind")
    func halfSent() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.appending(path: "spool").path(percentEncoded: false)
        try await withServer(configure: { $0.spoolFolder = path }) { server, client in
            var connections: [LiveConnection] = []
            for _ in 0..<8 { connections.append(try await Self.begin(2 << 20, of: Self.length, at: server.port)) }
            try await Self.wait { server.load.spooledBytes == 16 << 20 }
            #expect(server.load.spooledFiles == 8 && server.load.bodyMemory == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
            try await connections[0].write([UInt8](repeating: 0x61, count: Self.length - (2 << 20)))
            #expect(try await connections[0].response().text == String(Self.length))
            connections = []
            try await Self.wait { server.load.spooledFiles == 0 }
            #expect(server.load.spooledBytes == 0)
        }
    }

    @Test("chunks that grow beyond what memory is for arrive whole")
    func chunks() async throws {
        try await withServer { server, _ in
            let connection = try LiveConnection(port: server.port)
            try await connection.write("POST /upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("80000\r\n".utf8) + [UInt8](repeating: 0x61, count: 0x80000) + Array("\r\n".utf8)
            for _ in 0..<5 { try await connection.write(chunk) }
            try await Self.wait { server.load.spooledFiles == 1 }
            try await connection.write("0\r\n\r\n")
            #expect(try await connection.response().text == String(5 * 0x80000))
        }
    }

    @Test("small bodies go to disk when those in memory have taken what there is")
    func memory() async throws {
        try await withServer(configure: { $0.bodyMemory = 1000 }) { server, client in
            let first = try await Self.begin(900, of: 1000, at: server.port)
            try await Self.wait { server.load.bodyMemory == 900 }
            let second = try await Self.begin(900, of: 1000, at: server.port)
            try await Self.wait { server.load.spooledBytes == 900 }
            for connection in [first, second] {
                try await connection.write([UInt8](repeating: 0x61, count: 100))
                #expect(try await connection.response().text == "1000")
            }
            try await Self.wait { server.load.bodyMemory == 0 && server.load.spooledFiles == 0 }
        }
    }

    @Test("bodies that all together need too much of the disk are refused, and later ones taken")
    func budget() async throws {
        try await withServer(configure: { $0.spoolBytes = 3 << 20 }) { server, client in
            let first = try await Self.begin(2 << 20, of: 3 << 20, at: server.port)
            try await Self.wait { server.load.spooledBytes == 2 << 20 }
            let second = try await Self.begin(2 << 20, of: 2 << 20, at: server.port)
            let refused = try await second.response()
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "5")
            #expect(refused.headers[.connection] == "close" && server.load.refused == [.body: 1])
            try await first.write([UInt8](repeating: 0x61, count: 1 << 20))
            #expect(try await first.response().text == String(3 << 20))
            let body = [UInt8](repeating: 0x61, count: 2 << 20)
            try await Self.wait { server.load.spooledBytes == 0 }
            #expect(try await client.send(.post, "/upload", headers: [:], body: body).text == String(2 << 20))
        }
    }

    @Test(
        "a full disk is told as such, whatever fills it, and takes nothing of the budget",
        arguments: [ENOSPC, EDQUOT, EFBIG]
    )
    func fullDisk(_ failure: Int32) throws {
        let spool = BodySpool(configuration: HTTPServerConfiguration(), maximumFiles: 2) { _, _, _ in
            errno = failure
            return -1
        }
        var intake = BodyIntake(spool, length: 4 << 20)
        let error = #expect(throws: HTTPError.self) {
            try [UInt8](repeating: 0, count: 100).withUnsafeBytes { try intake.append($0) }
        }
        #expect(error?.code == .insufficientStorage && error?.status.code == 507 && error?.retryAfter == 60)
        #expect(spool.use.bytes == 0)
        intake = BodyIntake(spool, length: nil)
        #expect(spool.use.files == 0)
    }

    @Test("a folder that cannot be written to keeps the server from starting")
    func folder() throws {
        var configuration = HTTPServerConfiguration.unhurried
        configuration.spoolFolder = "/proc/no-such-folder"
        let server = HTTPServer(
            configuration: configuration,
            responder: SampleApplication.application,
            logger: .silent
        )
        let error = #expect(throws: HTTPError.self) { try server.start() }
        #expect(error?.code == .cannotStart && error?.message.contains("/proc/no-such-folder") == true)
    }
}
