import ArgumentParser
import Server

/// The command line: `vitrine serve`, `vitrine inspect`, `vitrine lint`, `vitrine settings`,
/// `vitrine defaults`, `vitrine health`.
@main
struct Vitrine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Inspect iOS view hierarchies and settings without a Mac or a device.",
        version: ServerVersion.current,
        subcommands: [Serve.self, Inspect.self, Lint.self, Settings.self, UserDefaultsCommand.self, Health.self]
    )
}
