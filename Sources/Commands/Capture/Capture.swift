package import ArgumentParser
import Foundation
package import Live

/// `vitrine capture`: takes the view hierarchy of a running app from the tool that drives it.
package struct Capture: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Capture a dump from WebDriverAgent or Appium, or with idb or Maestro.",
        discussion: """
            Gets the source, screenshot, orientation and scale, and sends them to a Vitrine server, or writes files with \
            --output. Uses the running session, and starts one only with --start. WebDriverAgent needs no session. \
            Appium 3 lists its sessions only if it was started with --allow-insecure=*:session_discovery; otherwise name \
            one with --session.
            """
    )

    @Argument(help: "Address of WebDriverAgent or Appium, such as http://127.0.0.1:8100 or http://127.0.0.1:4723.")
    var url: String?

    @Flag(help: "Capture with idb, from the connected simulator or device.")
    var idb = false

    @Flag(help: "Capture with Maestro.")
    var maestro = false

    @Option(
        help:
            "Capture preferences instead: a container of a simulator or device, a folder of .plist files, or one file."
    )
    var defaults: String?

    @Flag(help: "With --defaults: write what changes on the server into the files too.")
    var writeBack = false

    @Option(help: "The simulator or device, for --idb and --maestro.")
    var udid: String?

    @Option(help: "The session to use; the running one by default.")
    var session: String?

    @Option(help: "Start a session with the app of this bundle identifier, and end it afterwards.")
    var start: String?

    @Option(help: "The form of the source: json or xml (json from WebDriverAgent and xml from Appium).")
    var format: WebDriverServer.Form?

    @Option(help: "Address of the Vitrine server to send the dump to (VITRINE_URL; http://127.0.0.1:8080).")
    var server: String?

    @OptionGroup var token: ServerToken

    @OptionGroup var trust: ServerTrust

    @Option(help: "Write to a file, a folder, or - for standard output instead. The screenshot is written beside it.")
    var output: String?

    @Option(help: "Name of the dump; the name of the app by default.")
    var name: String?

    @Flag(inversion: .prefixedNo, help: "Capture a screenshot too.")
    var screenshot = true

    @Flag(help: "Keep running, and capture again whenever the screen changes, until interrupted.")
    var watch = false

    @Option(help: "Seconds between captures with --watch.")
    var interval = 2.0

    @Option(help: "Seconds to wait for a response.")
    var timeout = 60

    package init() {}

    package func run() async throws {
        if defaults != nil { return try await capture() }
        let job = CaptureJob(
            origin: try origin(),
            destination: try destination(),
            name: name,
            takesScreenshot: screenshot && output != "-"
        )
        let interval = interval
        try await untilInterrupted { isFollowing in
            guard isFollowing else { return try job.once() }
            try await job.follow(every: .milliseconds(Int64(interval * 1000)))
        }
    }

    /// Whether preferences are captured, and no server is named.
    package var mayFillStore: Bool { defaults != nil && server == nil }

    /// Brings preference files into domains, once or until interrupted.
    /// - Parameter domains: those of the server where it is nil.
    package func capture(into domains: (any CapturedDomains)? = nil) async throws {
        guard let defaults, case .server(let server) = try destination() else { return }
        let interval = interval
        let capture = DefaultsCapture(defaults, into: domains ?? ServerDomains(server: server), writesBack: writeBack)
        try await untilInterrupted { isFollowing in
            var capture = capture
            guard isFollowing else { return try capture.once() }
            try await capture.follow(every: .milliseconds(Int64(interval * 1000)))
        }
    }

    /// Does something once, or with --watch until a signal comes.
    private func untilInterrupted(_ work: @escaping @Sendable (_ isFollowing: Bool) async throws -> Void) async throws {
        guard watch else { return try await work(false) }
        let termination = await Termination()
        let following = Task { try await work(true) }
        let end = Task {
            await termination.wait()
            following.cancel()
        }
        defer { end.cancel() }
        try await following.value
    }

    package func validate() throws {
        guard (0.1...3600).contains(interval) else {
            throw ValidationError("--interval takes seconds from 0.1 to 3600.")
        }
        guard (1...600).contains(timeout) else { throw ValidationError("--timeout takes seconds from 1 to 600.") }
        guard server == nil || output == nil else { throw ValidationError("Give --server or --output, not both.") }
        guard !watch || output != "-" else { throw ValidationError("--watch needs a folder to write to, or a server.") }
        guard !writeBack || defaults != nil else { throw ValidationError("--write-back is for --defaults.") }
        _ = try destination()
        guard defaults != nil else {
            _ = try origin()
            return
        }
        guard url == nil, !idb, !maestro, output == nil, name == nil else {
            throw ValidationError(
                "--defaults captures preferences only; give it with --server, --write-back and --watch."
            )
        }
    }

    private func origin() throws -> CaptureOrigin {
        guard [url != nil, idb, maestro].count(where: { $0 }) == 1 else {
            throw ValidationError("Give the address of WebDriverAgent or Appium, or --idb, or --maestro.")
        }
        guard let url else {
            guard session == nil, start == nil, format == nil else {
                throw ValidationError("--session, --start and --format are for WebDriverAgent and Appium.")
            }
            return .tool(idb ? .idb : .maestro, udid: udid, patience: timeout)
        }
        guard udid == nil else { throw ValidationError("--udid is for --idb and --maestro.") }
        guard session == nil || start == nil else { throw ValidationError("Give --session or --start, not both.") }
        var address = try HTTPAddress.known(url, "The address", trust: try trust.resolved())
        address.client.patience = timeout
        address.client.maximumBytes = 96 << 20
        return .webDriver(address, session: session, start: start, form: format)
    }

    private func destination() throws -> CaptureDestination {
        if let output { return output == "-" ? .standardOutput : .files(output, isFolder: watch) }
        return .server(try .vitrine(server, token: try token.resolved(), trust: try trust.resolved()))
    }
}

extension WebDriverServer.Form: ExpressibleByArgument {}
