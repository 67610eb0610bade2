/// Where an app's files are on a device and in a simulator (File System Programming Guide, “iOS Standard Directories”).
enum SandboxPlaces {
    static func all(domain: String, groups: [String]) -> [AppFacts.Term] {
        var places = [
            AppFacts.Term(
                id: "Documents/",
                meaning: "What people make; in backups, and in Files where the app shares it"
            ),
            AppFacts.Term(id: "Library/", meaning: "The app's own files; in backups, except for caches"),
            AppFacts.Term(
                id: "Library/Preferences/\(domain).plist",
                meaning: "The defaults: what Settings and UserDefaults write"
            ),
            AppFacts.Term(id: "Library/Caches/", meaning: "What can be made again; the system may remove it"),
            AppFacts.Term(id: "tmp/", meaning: "What is needed for a moment; the system removes it"),
            AppFacts.Term(
                id: "~/Library/Developer/CoreSimulator/Devices/<device>/data/Containers/Data/Application/<container>/",
                meaning: "The sandbox in a simulator: xcrun simctl get_app_container booted \(domain) data"
            ),
        ]
        for group in groups {
            places.append(
                AppFacts.Term(
                    id: "AppGroup/<container>/Library/Preferences/\(group).plist",
                    meaning: "The defaults shared in the app group \(group)"
                )
            )
        }
        return places
    }
}
