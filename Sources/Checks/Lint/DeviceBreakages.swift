import Diagnostics
import AutoLayout
import ViewHierarchy

/// What breaks on which screens: one finding for each rule and view, however many screens it breaks on.
struct DeviceBreakages {
    private struct Breakage {
        let rule: String
        let view: Int
        let message: String
        var screens: [HeldDevice]
    }

    private var breakages: [Breakage] = []
    private var places: [String: Int] = [:]

    /// Notes that a rule is broken by a view on screens; the words of the first of them are told.
    mutating func add(_ rule: String, _ view: Int, on screens: [HeldDevice], _ message: String) {
        let key = "\(rule) \(view)"
        if let place = places[key] {
            for screen in screens where breakages[place].screens.last != screen {
                breakages[place].screens.append(screen)
            }
        } else {
            places[key] = breakages.count
            breakages.append(Breakage(rule: rule, view: view, message: message, screens: screens))
        }
    }

    /// Tells all of it, by rules and views: `… (On iPhone 8; iPhone SE sideways and 4 more.)`
    func tell(_ found: inout LintCollector) {
        for breakage in breakages.sorted(by: { ($0.rule, $0.view) < ($1.rule, $1.view) }) {
            let names = breakage.screens.map(\.name)
            found.add(
                breakage.rule,
                breakage.view,
                likeness: nil,
                details: [.init("devices", .texts(breakage.screens.map(\.id)))],
                "\(breakage.message) (On \(Self.words(names)).)"
            )
        }
    }

    private static func words(_ names: [String]) -> String {
        let shown = names.prefix(3).joined(separator: "; ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }
}
