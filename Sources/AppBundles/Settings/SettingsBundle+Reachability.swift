import PropertyList

extension SettingsBundle {
    /// The panes that no row opens that can be reached from the first pane, on any device and in any language.
    var unreachablePanes: [String] {
        var reached = Set(entryNames)
        var queue = entryNames
        while let name = queue.popLast() {
            for source in sources[name] ?? [] {
                guard case .pane(let contents) = source.contents else { continue }
                for target in targets(of: contents, source) where sources[target] != nil {
                    if reached.insert(target).inserted { queue.append(target) }
                }
            }
        }
        return paneNames.filter { !reached.contains($0) }
    }

    /// The panes that a pane's rows name, the items of lists included.
    private func targets(of contents: [String: PropertyListValue], _ source: PaneSource) -> [String] {
        let specifiers = (contents["PreferenceSpecifiers"]?.arrayValue ?? []).prefix(limits.maximumRows)
        let files = specifiers.flatMap { specifier in
            [specifier["File"], specifier["ItemSpecifier"]?["File"], specifier["AddSpecifier"]?["File"]]
        }
        return files.compactMap { $0?.stringValue.flatMap(BundlePath.normalized) }.map {
            paneName(opened: $0, by: source)
        }
    }

    /// The pane that a name opens: InAppSettingsKit, in its own panes, takes `Name.inApp` before `Name`.
    func paneName(opened name: String, by source: PaneSource) -> String {
        let inApp = name + PaneSource.inAppSuffix
        return !isForSettings(source) && sources[inApp] != nil ? inApp : name
    }
}
