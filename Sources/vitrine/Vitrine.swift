import ArgumentParser
import Commands
import Diagnostics

/// The command line: `vitrine serve`, `vitrine mcp`, `vitrine open`, `vitrine inspect`, `vitrine locate`,
/// `vitrine explain`, `vitrine report`,
/// `vitrine diff`, `vitrine timeline`, `vitrine convert`, `vitrine capture`, `vitrine lint`, `vitrine layout`,
/// `vitrine assert`, `vitrine settings`, `vitrine defaults`, `vitrine token`, `vitrine backup`, `vitrine restore`,
/// `vitrine check`, `vitrine health`.
@main
struct Vitrine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Inspect iOS view hierarchies and settings without a Mac or a device.",
        version: ServerVersion.current,
        subcommands: [
            Serve.self,
            AgentCommand.self,
            Open.self,
            Inspect.self,
            Locate.self,
            Explain.self,
            Report.self,
            Diff.self,
            TimelineCommand.self,
            Convert.self,
            CaptureCommand.self,
            Lint.self,
            LayoutCommand.self,
            Assert.self,
            Settings.self,
            UserDefaultsCommand.self,
            TokenCommand.self,
            Backup.self,
            Restore.self,
            Check.self,
            Health.self,
        ]
    )
}
