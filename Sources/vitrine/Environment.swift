import ArgumentParser
import Foundation

/// The environment variables that stand in for options.
enum Environment {
    /// The value of a variable; an empty one counts as unset.
    static func value(_ name: String) -> String? {
        guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else { return nil }
        return value
    }

    /// The data folder: `VITRINE_DATA`, else `vitrine` in the XDG data home.
    static func dataFolder() throws -> URL {
        if let data = value("VITRINE_DATA") { return URL(filePath: data) }
        if let home = value("XDG_DATA_HOME"), home.hasPrefix("/") {
            return URL(filePath: home).appending(path: "vitrine")
        }
        guard let home = value("HOME") else {
            throw ValidationError("There is no HOME to keep data in; name a folder with --data or VITRINE_DATA.")
        }
        return URL(filePath: home).appending(path: ".local/share/vitrine")
    }
}
