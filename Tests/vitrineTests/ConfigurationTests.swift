import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import vitrine

@Suite("Configuration")
struct ConfigurationTests {
    /// The options of the command that are no settings.
    private static let others: Set = ["help", "version", "config", "check-config"]

    private var options: Set<String> {
        let words = Serve.helpMessage(columns: 400).split { !($0.isLetter || $0.isNumber || $0 == "-") }
        return Set(words.filter { $0.hasPrefix("--") && $0.count > 2 }.map { String($0.dropFirst(2)) })
    }

    @Test("every option of the command is a setting, and every setting an option")
    func optionsAreSettings() {
        let settings = Set(ServeSetting.all.map(\.name))
        #expect(options.subtracting(Self.others) == settings.subtracting(["paths"]))
        #expect(settings.count == ServeSetting.all.count)
    }

    @Test("the help names the variable of every option")
    func helpNamesVariables() {
        let help = Serve.helpMessage(columns: 400)
        for setting in ServeSetting.all where setting.name != "paths" {
            #expect(help.contains(setting.variable), "\(setting.name)")
        }
    }

    @Test("the documents list every setting with its variable")
    func documentsListSettings() throws {
        let text = try String(contentsOf: Fixtures.repository.appending(path: "docs/configuration.md"), encoding: .utf8)
        for setting in ServeSetting.all {
            #expect(text.contains("| `\(setting.name)` | `\(setting.variable)` |"), "\(setting.name)")
        }
    }

    @Test("a file gives each setting as the environment would")
    func file() {
        let text = """
            # What the office uses
            port: 9000
            watch: yes
            allow-host: [vitrine.example.com, vitrine]
            paths:
              - Samples
              - /srv/dumps
            """
        let file = ConfigurationFile(text, path: "v.yaml")
        #expect(file.faults == [])
        #expect(file.entries["port"] == .init(value: "9000", line: 2))
        #expect(file.entries["watch"]?.value == "yes")
        #expect(file.entries["allow-host"] == .init(value: "vitrine.example.com,vitrine", line: 4))
        #expect(file.entries["paths"]?.value == "Samples:/srv/dumps")
        #expect(ConfigurationFile(#"{"port": 9000}"#, path: "v.json").entries["port"]?.value == "9000")
        #expect(ConfigurationFile("", path: "v.yaml").entries.isEmpty)
    }

    @Test(
        "what a file cannot say is a fault with its line",
        arguments: [
            ("host: a\nprot: 1", "v.yaml:2: There is no setting “prot”. Did you mean “port”?"),
            ("max_dump: 1", "v.yaml:1: There is no setting “max_dump”. Did you mean “max-dump”?"),
            ("something-else-entirely: 1", "v.yaml:1: There is no setting “something-else-entirely”."),
            ("port: many", "v.yaml:1: “port” takes a whole number."),
            ("watch: perhaps", "v.yaml:1: “watch” takes true or false."),
            ("port: [1]", "v.yaml:1: “port” takes one value."),
            ("- port", "v.yaml:1: The file has settings by their names, such as “port: 8080”."),
        ]
    )
    func faults(text: String, fault: String) {
        #expect(ConfigurationFile(text, path: "v.yaml").faults.map(\.description) == [fault])
    }

    @Test("what is no YAML, or says a thing twice, is a fault that does not show the text")
    func unreadable() {
        for text in ["token: secret-value-1234\nhost: [", "token: secret-value-1234\ntoken: secret-value-1234"] {
            let faults = ConfigurationFile(text, path: "v.yaml").faults
            #expect(faults.count == 1 && faults.first?.line != nil)
            #expect(faults.first?.message.contains("secret-value") == false)
        }
    }

    @Test("of a database its hosts and name are shown, wherever its password is")
    func database() {
        let store = ServeSetting.all.first { $0.name == "store" }
        for text in ["postgres://ada:sesame@db1,db2:5433/v", "postgres://ada@db1,db2:5433/v?password=sesame"] {
            #expect(store?.shown(text) == "PostgreSQL at db1,db2:5433/v")
        }
        #expect(store?.shown("mysql://ada:sesame@db") == "(set, no address of PostgreSQL)")
    }

    @Test("passwords in addresses are not shown")
    func passwords() {
        #expect(
            ConfigurationReport.withoutPassword("postgres://ada:open@db/v") == "postgres://ada:(not shown)@db/v"
        )
        #expect(ConfigurationReport.withoutPassword("https://vitrine.example.com") == "https://vitrine.example.com")
    }
}
