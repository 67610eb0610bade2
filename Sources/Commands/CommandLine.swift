package import Access
package import ArgumentParser
import Diagnostics
import Dispatch
package import Foundation
import Glibc
import Synchronization

/// The environment variables that stand in for options.
package enum Environment {
    /// What stands in for variables that are not set: the settings of a file, by the names of the variables.
    private static let file = Mutex<[String: String]>([:])

    /// The value of a variable, else what a file says in its place; an empty one counts as unset.
    package static func value(_ name: String) -> String? { own(name) ?? file.withLock { $0[name] } }

    /// The value of a variable itself.
    package static func own(_ name: String) -> String? {
        guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else { return nil }
        return value
    }

    /// A number from an option, else from a variable; nil where neither says one.
    /// - Parameter unit: what the numbers count, for people.
    /// - Throws: `ValidationError` where it is none, or out of range.
    package static func number(
        _ option: String?,
        _ name: String,
        _ variable: String,
        in range: ClosedRange<Int>,
        unit: String? = nil
    ) throws -> Int? {
        guard let text = option ?? value(variable) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let words = "\(range.lowerBound) to \(range.upperBound)"
            let what = unit.map { "a size from \(words) \($0)" } ?? "a number from \(words)"
            throw ValidationError("\(option == nil ? variable : name) takes \(what), not “\(text)”.")
        }
        return number
    }

    /// Lets values of a file stand in for variables that are not set.
    package static func standIn(_ values: [String: String]) { file.withLock { $0 = values } }

    /// What a text says as a yes or no; nil where it is neither.
    package static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    /// Whether a variable says yes; no where it is not set.
    /// - Throws: `ValidationError` where it says neither.
    package static func flag(ofVariable name: String) throws -> Bool {
        guard let text = value(name) else { return false }
        guard let flag = flag(text) else {
            throw ValidationError("\(name) takes true or false, not “\(text.prefix(60))”.")
        }
        return flag
    }

    /// The data folder: what an option says, else `VITRINE_DATA`, else `vitrine` in the XDG data home.
    package static func dataFolder(_ option: String?) throws -> URL {
        if let data = option ?? value("VITRINE_DATA") { return URL(filePath: data) }
        if let home = value("XDG_DATA_HOME"), home.hasPrefix("/") {
            return URL(filePath: home).appending(path: "vitrine")
        }
        guard let home = value("HOME") else {
            throw ValidationError("There is no HOME to keep data in; name a folder with --data or VITRINE_DATA.")
        }
        return URL(filePath: home).appending(path: ".local/share/vitrine")
    }
}

/// A failure that ends a command with one sentence on standard error, and an exit code.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String
    /// 1, but where a command tells by another one what went wrong.
    package let status: Int32

    package init(_ sentence: String, status: Int32 = 1) {
        description = sentence.terminalSafeLines
        self.status = status
    }

    /// Runs a command whose failures have exit codes of their own.
    package static func ending(_ run: () throws -> Void) throws {
        do {
            try run()
        } catch let failure as CommandFailure where failure.status != 1 {
            FileHandle.standardError.write(line: "Error: \(failure)")
            throw ExitCode(failure.status)
        }
    }
}

extension FileHandle {
    /// Writes a line of text, or more, without what a terminal would obey; a reader that went away is no error.
    package func write(line: String) {
        try? write(contentsOf: Data((line + "\n").terminalSafeLines.utf8))
    }

    /// Writes what a command puts out: as it is for a file or another program, without what a terminal would obey where
    /// a person reads it.
    /// - Parameter isSafe: Whether the output is without that already, but for colours of its own.
    package func write(output: [UInt8], isSafe: Bool = false) {
        let isRead = !isSafe && isatty(fileDescriptor) == 1
        let bytes = isRead ? Array(String(decoding: output, as: UTF8.self).terminalSafeLines.utf8) : output
        try? write(contentsOf: Data(bytes))
    }
}

/// Catches the signals that ask the process to end, from the moment it is made.
package struct Termination {
    /// What ends the process.
    package enum End: Sendable {
        /// It was asked to stop.
        case stop
        /// Another program is to go on in its place.
        case replacement
    }

    private let signals: AsyncStream<Int32>
    private let again: AsyncStream<Int32>.Continuation
    private let sources: [any DispatchSourceSignal]

    /// Takes SIGTERM and SIGINT from the system. Make it before anybody can know that the server is there.
    /// - Parameter replaceable: whether SIGUSR2 counts too; it ends other processes.
    package init(replaceable: Bool = false) async {
        // A peer that goes away while it is written to must not end the process.
        signal(SIGPIPE, SIG_IGN)
        // Nor a file that may not grow.
        signal(SIGXFSZ, SIG_IGN)
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        again = continuation
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGTERM, SIGINT] + (replaceable ? [SIGUSR2] : []) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            // A signal that comes while it is ignored and not watched yet is lost.
            await withCheckedContinuation { watched in
                source.setRegistrationHandler { watched.resume() }
                source.resume()
            }
            sources.append(source)
        }
        self.sources = sources
    }

    /// Returns at the first signal, and so many seconds later where there are any; another signal shortens that. A SIGINT
    /// that comes after it ends the process at once.
    /// - Parameters:
    ///   - begin: told when the seconds begin.
    ///   - mayReplace: whether a SIGUSR2 can be obeyed now; it is asked again until it can, or the process is to stop.
    @discardableResult
    package func wait(
        draining seconds: Int = 0,
        begin: () -> Void = {},
        mayReplace: () -> Bool = { false }
    ) async -> End {
        defer {
            for source in sources { source.cancel() }
            signal(SIGINT, SIG_DFL)
        }
        for await number in signals {
            guard number == SIGUSR2 else { break }
            if mayReplace() { return .replacement }
            Task { [again] in
                try? await Task.sleep(for: .milliseconds(200))
                again.yield(SIGUSR2)
            }
        }
        if seconds > 0 {
            begin()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
                group.addTask { [signals] in for await number in signals where number != SIGUSR2 { break } }
                await group.next()
                group.cancelAll()
            }
        }
        return .stop
    }
}

/// Which servers a command believes over HTTPS, from options or the environment.
package struct ServerTrust: ParsableArguments {
    @Option(help: "Certificate authorities to trust instead of the system's, a PEM file (VITRINE_CA_FILE).")
    var caFile: String?

    @Flag(
        help:
            "Accept any certificate over HTTPS. Anyone between you and the server can then read and change everything."
    )
    package var insecure = false

    package init() {}

    package func validate() throws {
        guard caFile == nil || !insecure else { throw ValidationError("Give --ca-file or --insecure, not both.") }
    }

    /// Whom to believe.
    package func resolved() throws -> TLSTrust {
        if insecure { return .anybody }
        guard let path = caFile ?? Environment.value("VITRINE_CA_FILE") else { return .system }
        return .authorities(pem: try PEMFile.text(path, holding: "CERTIFICATE", "certificate"))
    }
}

/// Files of certificates and keys (RFC 7468).
package enum PEMFile {
    private static let limit = 1 << 20

    /// The text of a file.
    /// - Parameters:
    ///   - label: what one of its blocks is to be.
    ///   - what: that, for people.
    package static func text(_ path: String, holding label: String, _ what: String) throws -> String {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: limit + 1) else {
            throw CommandFailure("\(path): The \(what) cannot be read.")
        }
        guard data.count <= limit, let text = String(data: data, encoding: .utf8), text.contains("-----BEGIN "),
            text.contains("\(label)-----")
        else { throw CommandFailure("\(path): This is no \(what) in PEM form.") }
        return text
    }
}

/// The token for a server that a command asks.
package struct ServerToken: ParsableArguments {
    @Option(help: "Token for the server (VITRINE_TOKEN).")
    package var token: String?

    package init() {}

    /// The token from the option or the environment; nil for none.
    package func resolved() throws -> String? {
        guard let text = token ?? Environment.value("VITRINE_TOKEN") else { return nil }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValidationError("\(token == nil ? "VITRINE_TOKEN" : "--token") is not a token.")
        }
        return text
    }
}
