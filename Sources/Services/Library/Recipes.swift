import DumpFormats
package import HTTP
import ViewHierarchy
package import Web

/// One way of getting a dump: what to do, and lines to copy.
///
/// ``all`` is the one list of them; the library, the help page and `docs/getting-dumps.md` show the same lines. A recipe
/// names the formats that it leads to and stands on the pages once one of them can be read here.
package struct Recipe: PageModel {
    /// What stands for the address of this server in the lines.
    package static let addressMark = "{address}"

    /// Where the dump is taken from.
    package enum Source: String, CaseIterable {
        case debugger = "From the debugger"
        case app = "From the app and its tests"
        case tools = "From UI testing tools"
        case files = "From files"
    }

    package let source: Source
    /// What people call the source.
    package let title: String
    /// One or two sentences: what to do, and what comes of it.
    package let text: String
    /// Lines to copy, with `{address}` for the address of this server.
    package var lines: [String]
    /// The ids of the formats that it leads to; none for what is no dump.
    package let formats: [String]

    package init(source: Recipe.Source, title: String, text: String, lines: [String], formats: [String]) {
        self.source = source
        self.title = title
        self.text = text
        self.lines = lines
        self.formats = formats
    }

    /// Whether what it leads to can be read here.
    package var isReadable: Bool { formats.isEmpty || formats.contains { DumpFormat(rawValue: $0) != nil } }

    /// The recipe with the address of a server in its lines.
    /// - Parameter needsToken: whether that asks for a token, which the lines take from a variable.
    package func filled(_ address: String, needsToken: Bool = false) -> Recipe {
        var recipe = self
        recipe.lines = lines.map { line in
            let line = needsToken ? Self.withToken(line) : line
            return line.replacing(Self.addressMark, with: address)
        }
        return recipe
    }

    /// A line that shows the token of `VITRINE_TOKEN`, where it asks for what needs one; programs of Vitrine's take it
    /// themselves.
    private static func withToken(_ line: String) -> String {
        let call = "Vitrine.post(to: \"\(addressMark)\""
        if line.contains(call) { return line.replacing(call, with: call + ", token: \"…\"") }
        guard line.contains("\(addressMark)/api/") else { return line }
        return line.replacing("curl ", with: "curl -H \"Authorization: Bearer $VITRINE_TOKEN\" ")
    }

    package static let members: Members<Self> = [
        "title": .text { $0.title }, "text": .text { $0.text }, "lines": .texts { $0.lines },
    ]

    /// Every recipe, in the order of the pages.
    package static let all: [Recipe] = [
        Recipe(
            source: .debugger,
            title: "Xcode or lldb",
            text: "Pause the app, print the key window, and paste the output here.",
            lines: ["expr -l objc -O -- [[[UIApplication sharedApplication] keyWindow] recursiveDescription]"],
            formats: ["recursiveDescription"]
        ),
        Recipe(
            source: .debugger,
            title: "lldb in one word",
            text:
                "Download the script and import it once, preferably in ~/.lldbinit. The command then sends the current screen here.",
            lines: [
                "curl -so ~/vitrine_lldb.py '{address}/exporter/vitrine_lldb.py'",
                "command script import ~/vitrine_lldb.py",
                "vitrine {address}",
            ],
            formats: ["recursiveDescription"]
        ),
        Recipe(
            source: .debugger,
            title: "Chisel",
            text: "Its command prints the same text; paste it here.",
            lines: ["pviews"],
            formats: ["recursiveDescription"]
        ),
        Recipe(
            source: .debugger,
            title: "Xcode’s view debugger",
            text: "Choose Debug View Hierarchy, then File, Export View Hierarchy. Zip the exported folder.",
            lines: [
                "zip -qr Clock.zip Clock.viewhierarchy && curl --data-binary @Clock.zip '{address}/api/v1/dumps?name=Clock'"
            ],
            formats: ["xcodeViewHierarchy"]
        ),
        Recipe(
            source: .debugger,
            title: "Lookin",
            text: "Choose File, Export to save the hierarchy, including pictures and constraints.",
            lines: ["curl --data-binary @Clock.lookin '{address}/api/v1/dumps?name=Clock'"],
            formats: ["lookin"]
        ),
        Recipe(
            source: .app,
            title: "With everything: the exporter",
            text:
                "One Swift file for a debug build or a test. It has the most detail: pictures, fonts and constraints.",
            lines: [
                "curl -O '{address}/exporter/Vitrine.swift'",
                "Vitrine.post(to: \"{address}\")",
            ],
            formats: ["vitrineJSON"]
        ),
        Recipe(
            source: .app,
            title: "XCUITest",
            text: "Print the app’s description in a UI test, and paste it here.",
            lines: ["print(XCUIApplication().debugDescription)"],
            formats: ["xcuitest"]
        ),
        Recipe(
            source: .app,
            title: "swift-snapshot-testing",
            text: "Its snapshots of this kind are dumps.",
            lines: [
                "assertSnapshot(of: controller, as: .recursiveDescription)",
                "curl --data-binary @__Snapshots__/ClockTests/testMain.1.txt '{address}/api/v1/dumps?name=main'",
            ],
            formats: ["recursiveDescription"]
        ),
        Recipe(
            source: .app,
            title: "Detox",
            text: "In a test, write the text to a file and send it.",
            lines: [
                "require(\"fs\").writeFileSync(\"views.xml\", await device.generateViewHierarchyXml());",
                "curl --data-binary @views.xml '{address}/api/v1/dumps?name=main'",
            ],
            formats: ["detox"]
        ),
        Recipe(
            source: .app,
            title: "Sentry",
            text: "Download the view hierarchy among the attachments of an event.",
            lines: ["curl --data-binary @view-hierarchy.json '{address}/api/v1/dumps?name=crash'"],
            formats: ["sentry"]
        ),
        Recipe(
            source: .tools,
            title: "Appium",
            text: "Captures the source and a screenshot from the running session, and again whenever they change.",
            lines: ["vitrine capture http://127.0.0.1:4723 --server {address} --watch"],
            formats: ["webDriverAgentXML"]
        ),
        Recipe(
            source: .tools,
            title: "WebDriverAgent",
            text: "The same without Appium. No session is needed.",
            lines: ["vitrine capture http://127.0.0.1:8100 --server {address}"],
            formats: ["webDriverAgentJSON"]
        ),
        Recipe(
            source: .tools,
            title: "Page source from a file",
            text: "What getPageSource or Appium Inspector saved.",
            lines: ["curl --data-binary @source.xml '{address}/api/v1/dumps?name=main'"],
            formats: ["webDriverAgentXML"]
        ),
        Recipe(
            source: .tools,
            title: "idb",
            text: "The accessibility tree of the simulator or device connected to idb, with a screenshot.",
            lines: ["vitrine capture --idb --server {address}"],
            formats: ["idb"]
        ),
        Recipe(
            source: .tools,
            title: "Maestro",
            text: "The hierarchy seen by Maestro.",
            lines: ["vitrine capture --maestro --server {address}"],
            formats: ["maestro"]
        ),
        Recipe(
            source: .tools,
            title: "uiautomator",
            text: "The same screen on Android, for comparison.",
            lines: [
                "adb exec-out uiautomator dump /dev/tty | curl --data-binary @- '{address}/api/v1/dumps?name=android'"
            ],
            formats: ["uiautomator"]
        ),
        Recipe(
            source: .files,
            title: "Interface Builder",
            text: "A xib, a storyboard or a compiled nib.",
            lines: ["curl --data-binary @Main.storyboard '{address}/api/v1/dumps?name=Main'"],
            formats: ["storyboard", "xib", "nib"]
        ),
        Recipe(
            source: .files,
            title: "An app, with its settings",
            text:
                "Start Vitrine with the folder of a build: it opens each app, each Settings.bundle and each dump inside, and "
                + "follows what changes. Or send an app.",
            lines: [
                "vitrine serve --watch build/Debug-iphonesimulator dumps/",
                "curl --data-binary @Clock.ipa '{address}/api/v1/apps'",
            ],
            formats: []
        ),
        Recipe(
            source: .files,
            title: "From a script",
            text: "Vitrine reads a dump from the body of a POST request, in any format it supports.",
            lines: ["curl --data-binary @dump.txt '{address}/api/v1/dumps?name=main'"],
            formats: []
        ),
        Recipe(
            source: .files,
            title: "Your own JSON or property list",
            text: "Write your own views in the native format. Its schema lists every member.",
            lines: ["curl '{address}/api/v1/schemas/dump.json'"],
            formats: []
        ),
    ]
}

extension Recipe {
    /// How programs are told of this server that speak the Model Context Protocol; `docs/agents.md` has the same lines.
    /// - Parameter needsToken: whether it asks for a token, which the lines take from `VITRINE_TOKEN` where a client can.
    package static func agents(_ address: String, _ needsToken: Bool) -> [Recipe] {
        let header = needsToken ? #", "headers": {"Authorization": "Bearer TOKEN"}"# : ""
        let server = #"{"type": "http", "url": "{address}/mcp"\#(header)}"#
        let stdio = #"{"command": "vitrine", "args": ["mcp", "--server", "{address}"]}"#
        let option = needsToken ? #" --header "Authorization: Bearer $VITRINE_TOKEN""# : ""
        let variable = needsToken ? ["bearer_token_env_var = \"VITRINE_TOKEN\""] : []
        let all: [(title: String, text: String, lines: [String])] = [
            (
                "Claude Code", "Run this in the folder of the project.",
                ["claude mcp add --transport http vitrine {address}/mcp\(option)"]
            ),
            (
                "Cursor, Claude Code and others with mcpServers",
                "Put this into .cursor/mcp.json or .mcp.json of the project.",
                [#"{"mcpServers": {"vitrine": \#(server)}}"#]
            ),
            ("Visual Studio Code", "Put this into .vscode/mcp.json.", [#"{"servers": {"vitrine": \#(server)}}"#]),
            (
                "Codex", "Add these lines to ~/.codex/config.toml.",
                ["[mcp_servers.vitrine]", "url = \"{address}/mcp\""] + variable
            ),
            (
                "Clients over standard input only, such as Claude Desktop",
                "Put this into the client’s configuration. The token, where one is needed, is in VITRINE_TOKEN.",
                [#"{"mcpServers": {"vitrine": \#(stdio)}}"#]
            ),
        ]
        return all.map { entry in
            let lines = entry.lines.map { $0.replacing(addressMark, with: address) }
            return Recipe(source: .tools, title: entry.title, text: entry.text, lines: lines, formats: [])
        }
    }
}

/// The recipes that begin at the same place.
package struct RecipeGroup: PageModel {
    package let source: Recipe.Source
    package let recipes: [Recipe]

    /// Those that lead to something readable, with the address of the server in their lines.
    /// - Parameter needsToken: whether that server asks for a token.
    package static func all(address: String, needsToken: Bool = false) -> [RecipeGroup] {
        Recipe.Source.allCases.compactMap { source in
            let recipes = Recipe.all.filter { $0.source == source && $0.isReadable }
            guard !recipes.isEmpty else { return nil }
            return RecipeGroup(source: source, recipes: recipes.map { $0.filled(address, needsToken: needsToken) })
        }
    }

    package static let members: Members<Self> = ["name": .text { $0.source.rawValue }, "recipes": .list { $0.recipes }]
}

extension Request {
    /// Scheme, host and port as the visitor reached the server, for lines that are copied into a shell.
    ///
    /// A name below `localhost` may hold what a shell or a string would take for its own; such a visitor is told
    /// `localhost`.
    package var serverAddress: String {
        let plain = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        let scheme = isSecure ? "https" : "http"
        guard !plain || host.isEmpty else { return "\(scheme)://\(host)" }
        let port = host.utf8.lastIndex(of: UInt8(ascii: ":")).map { host[$0...] } ?? ""
        return "\(scheme)://localhost\(port.utf8.dropFirst().allSatisfy { (48...57).contains($0) } ? port : "")"
    }
}
