import ArgumentParser
import Commands
import Defaults
import PropertyList

/// `vitrine capture`: as the command that needs no store does, and with `--defaults` into a data folder or database, too.
struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: Capture.configuration.abstract,
        discussion: Capture.configuration.discussion
    )

    @OptionGroup var capture: Capture

    @OptionGroup(title: "Options for --defaults without a server") var store: StorePlace

    func validate() throws {
        guard !store.isGiven || capture.mayFillStore else {
            throw ValidationError("--data and --store are for --defaults, without --server.")
        }
    }

    func run() async throws {
        guard store.isGiven else { return try await capture.run() }
        let opened = try store.opened()
        defer { opened.close() }
        try await capture.capture(into: StoredDomains(store: opened.defaults))
    }
}

/// The domains of a store that no server need have open.
private struct StoredDomains: CapturedDomains {
    let store: any DefaultsStore

    func read(_ domain: String) throws -> (values: [String: PropertyListValue], revision: Int, isPartial: Bool) {
        do throws(DefaultsError) {
            let snapshot = try store.snapshot(of: domain)
            return (snapshot.values, snapshot.revision, false)
        } catch {
            throw CommandFailure("\(domain): \(error.message)")
        }
    }

    func write(
        _ values: [String: PropertyListValue],
        to domain: String,
        ifRevision revision: Int
    ) throws -> Int? {
        do throws(DefaultsError) {
            return try store.replace(domain, with: values, source: .import, ifRevision: revision).revision
        } catch {
            if error.code == .revisionConflict { return nil }
            throw CommandFailure("\(domain): \(error.message)")
        }
    }
}
