// An app that mirrors a suite of its user defaults. It does what the lines of its input say, and prints what happens.

import Foundation

let arguments = CommandLine.arguments
let (server, suite, folder) = (arguments[1], arguments[2], arguments[3])
let plain = arguments.dropFirst(4)

/// Prints one line at a time, from whatever queue.
let printing = NSLock()
func tell(_ object: [String: Any]) {
    printing.lock()
    defer { printing.unlock() }
    guard let data = try? JSONSerialization.data(withJSONObject: object) else { return }
    FileHandle.standardOutput.write(data + Data("\n".utf8))
}

func plist(_ values: [String: Any]) -> String {
    (try? PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0))?.base64EncodedString()
        ?? ""
}

func values(_ text: String) -> [String: Any] {
    let list = Data(base64Encoded: text).flatMap {
        try? PropertyListSerialization.propertyList(from: $0, options: [], format: nil)
    }
    return list as? [String: Any] ?? [:]
}

var options = VitrineDefaults.Options()
options.folder = URL(fileURLWithPath: folder)
options.delay = 0.01
options.interval = 0.1
options.waits = 0.01...0.1
options.maximumChanges = 200
options.includesSecrets = plain.contains("secrets")
let only = plain.filter { $0.hasPrefix("only=") }.map { String($0.dropFirst(5)) }

func start() -> VitrineDefaults? {
    VitrineDefaults.mirror(
        to: server,
        suite: suite,
        keys: only.isEmpty ? .all : .only(Set(only)),
        options: options
    ) { event in
        switch event {
        case .connected: tell(["event": "connected"])
        case .waiting(let reason): tell(["event": "waiting", "reason": reason])
        case .sent(let keys, let revision): tell(["event": "sent", "keys": keys, "revision": revision])
        case .received(let keys, let revision): tell(["event": "received", "keys": keys, "revision": revision])
        case .refused(let key, let reason): tell(["event": "refused", "key": key, "reason": reason])
        case .conflict(let key, let app, let server):
            var values: [String: Any] = [:]
            values["app"] = app
            values["server"] = server
            tell(["event": "conflict", "key": key, "values": plist(values)])
        }
    }
}

guard let mirror = start(), start() === mirror else { exit(2) }
while let line = readLine() {
    guard let command = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String] else { exit(3) }
    switch command["do"] {
    case "set", "remove":
        let new = values(command["plist"] ?? "")
        let key = command["key"]
        let isDone = DispatchSemaphore(value: 0)
        // A copy for the other queue, as text.
        let text = plist(new)
        mirror.change { defaults in
            for (key, value) in values(text) { defaults.set(value, forKey: key) }
            if let key = key { defaults.removeObject(forKey: key) }
            _ = defaults.synchronize()
            isDone.signal()
        }
        isDone.wait()
        tell(["event": "done"])
    case "write":
        // As an app does, which knows of no mirror.
        for (key, value) in values(command["plist"] ?? "") { UserDefaults(suiteName: suite)?.set(value, forKey: key) }
        tell(["event": "done"])
    case "values":
        let domain = UserDefaults(suiteName: suite)?.persistentDomain(forName: suite) ?? [:]
        tell(["event": "values", "plist": plist(domain)])
    case "stop":
        mirror.stop { tell(["event": "stopped"]) }
    default: exit(4)
    }
}
