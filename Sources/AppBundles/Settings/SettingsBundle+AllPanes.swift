import Diagnostics
import OrderedCollections

extension SettingsBundle {
    /// Every pane that can be reached from the root, each once, titled by the row that opens it first.
    ///
    /// Panes that open each other in a circle do no harm. Past ``BundleLimits/maximumPanes`` no more are followed, and
    /// the report says so, as it names panes that no row opens.
    public func allPanes(languages preferences: [String] = [], idiom: InterfaceIdiom = .phone) -> SettingsPaneSet {
        var panes: OrderedDictionary<String, SettingsPane> = [:]
        // Unreadable files are told by the pane they belong to, where that is reached.
        var report = self.report
        var told = Set(report)
        var queue = entryNames.map { (name: $0, title: String?.none) }
        var queued = Set(entryNames)
        var next = 0
        let language = language(for: preferences)
        var cache = StringsTableCache()
        while next < queue.count {
            let (name, title) = queue[next]
            next &+= 1
            guard
                var pane = try? pane(
                    named: name,
                    language: language,
                    preferences: preferences,
                    idiom: idiom,
                    cache: &cache
                )
            else { continue }
            pane.title = title ?? pane.title
            report += pane.report.filter { told.insert($0).inserted }
            for row in pane.rows {
                guard case .childPane(let child) = row.content, let target = child.pane, child.isAvailable,
                    queue.count < limits.maximumPanes, queued.insert(target).inserted
                else { continue }
                queue.append((target, child.title ?? (row.title.isEmpty ? nil : row.title)))
            }
            panes[name] = pane
        }
        if queue.count >= limits.maximumPanes {
            report.append(
                Diagnostic(
                    .error,
                    "settings.panes.tooMany",
                    "Only the first \(limits.maximumPanes) panes are followed; remove what is not needed."
                )
            )
        } else {
            for name in unreachablePanes {
                report.append(
                    Diagnostic(
                        .info,
                        "settings.pane.unreachable",
                        "No row that can be reached opens the pane “\(name)”.",
                        file: sources[name]?.first?.file
                    )
                )
            }
        }
        return SettingsPaneSet(panes: panes, report: report)
    }
}
