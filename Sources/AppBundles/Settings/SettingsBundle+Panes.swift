import Diagnostics
import OrderedCollections
import PropertyList

extension SettingsBundle {
    /// The language in which the bundle speaks to somebody, as its folder is spelled; nil when it has none.
    public func language(for preferences: [String]) -> String? {
        LanguageNegotiator.choose(
            available: languages,
            preferences: preferences,
            developmentRegion: developmentRegion
        )
    }

    /// Whether a language is the one in which keys usually are texts already, so that it needs no tables.
    func isSourceLanguage(_ language: String) -> Bool {
        LanguageTag(language)?.language == LanguageTag(developmentRegion ?? "en")?.language
    }

    /// Whether any list of the bundle, reachable or not, names an app group. No row is read to tell.
    public func namesApplicationGroup(_ group: String) -> Bool {
        sources.values.contains { $0.contains { $0.applicationGroup == group } }
    }

    /// Whether there is a pane of a name, readable or not.
    public func hasPane(named name: String) -> Bool {
        sources[name] != nil
    }

    /// A pane in the language that fits the preferences best, as a kind of device shows it.
    ///
    /// Files are preferred in this order: the top of the bundle before the language's folder, and in each the device's
    /// own file before the plain one: where there is a global resource, Apple's search never returns one of a language
    /// (Bundle Programming Guide, The Bundle Search Pattern). InAppSettingsKit looks into the language's folder first,
    /// and so do the panes that only it opens. Where none can be read the pane is empty and its report says why.
    ///
    /// - Parameters:
    ///   - name: the name that child-pane rows use, `Root` for the first pane.
    ///   - preferences: language tags, most wanted first.
    ///   - idiom: the kind of device.
    /// - Throws: ``AppBundleError`` with code `missingPane` when the bundle has no such pane.
    public func pane(
        named name: String = SettingsBundle.rootName,
        languages preferences: [String] = [],
        idiom: InterfaceIdiom = .phone
    ) throws(AppBundleError) -> SettingsPane {
        let words = ["pane", name, idiom.rawValue] + preferences
        let kept = try memory.kept(words.joined(separator: "\n")) { () throws(AppBundleError) in
            .pane(try read(name, language: language(for: preferences), preferences: preferences, idiom: idiom))
        }
        guard case .pane(let pane) = kept else { throw missing(name) }
        return pane
    }

    private func missing(_ name: String) -> AppBundleError {
        AppBundleError(
            .missingPane,
            "The settings bundle has no pane “\(name)”; it has \(paneNames.count) others."
        )
    }

    /// The same, in the language that was chosen for all panes.
    private func read(
        _ name: String,
        language: String?,
        preferences: [String],
        idiom: InterfaceIdiom
    ) throws(AppBundleError) -> SettingsPane {
        guard let candidates = sources[name], let first = candidates.first else { throw missing(name) }
        let ordered = preferred(candidates, language: language, preferences: preferences, idiom: idiom)
        var findings: [BundleFinding] = []
        for source in ordered {
            switch contents(of: source) {
            case .pane(let contents):
                let texts = PaneTexts.load(
                    for: contents,
                    of: source,
                    language: source.language ?? language,
                    in: self
                )
                var pane = PaneReader.read(contents, of: source, texts: texts, idiom: idiom, in: self)
                pane.findings.insert(contentsOf: findings, at: 0)
                return pane
            case .unreadable(let reason, let line):
                findings.append(BundleFinding(PaneReader.unreadable(source.file, reason, line: line), pane: name))
            }
        }
        return SettingsPane(
            name: name,
            title: Self.fallbackTitle(of: name),
            file: first.file,
            language: language,
            direction: TextDirection(language: language),
            stringsTable: nil,
            applicationGroup: nil,
            groups: [],
            findings: findings
        )
    }

    /// A title for a pane that nobody names: the last component of its name; none for the root.
    static func fallbackTitle(of name: String) -> String? {
        name == rootName ? nil : name.split(separator: "/").last.map(String.init)
    }

    /// The files of a pane, best first.
    private func preferred(
        _ candidates: [PaneSource],
        language: String?,
        preferences: [String],
        idiom: InterfaceIdiom
    ) -> [PaneSource] {
        // A pane that is only there in some languages is negotiated among those.
        let own = LanguageNegotiator.choose(
            available: candidates.compactMap(\.language),
            preferences: preferences,
            developmentRegion: developmentRegion
        )
        func rank(_ source: PaneSource) -> Int {
            let place =
                switch source.language {
                case nil: isForSettings(source) ? 0 : 2
                case language? where language != nil: 1
                case own: 3
                default: 4
                }
            let device =
                switch source.idiom {
                case idiom: 0
                case nil: 1
                default: 10
                }
            return place * 2 + device
        }
        return candidates.sorted { (rank($0), $0.file) < (rank($1), $1.file) }
    }
}

extension SettingsBundle {
    /// Every pane that can be reached from the root, each once, titled by the row that opens it first.
    ///
    /// Panes that open each other in a circle do no harm. Past ``BundleLimits/maximumPanes`` no more are followed, and
    /// the report says so, as it names panes that no row opens.
    public func allPanes(languages preferences: [String] = [], idiom: InterfaceIdiom = .phone) -> SettingsPaneSet {
        let words = ["panes", idiom.rawValue] + preferences
        let kept = memory.kept(words.joined(separator: "\n")) { .panes(followed(preferences, idiom)) }
        guard case .panes(let panes) = kept else { return SettingsPaneSet(panes: [:], report: report) }
        return panes
    }

    private func followed(_ preferences: [String], _ idiom: InterfaceIdiom) -> SettingsPaneSet {
        var panes: OrderedDictionary<String, SettingsPane> = [:]
        // Unreadable files are told by the pane they belong to, where that is reached.
        var report = self.report
        var told = Set(report)
        var queue = entryNames.map { (name: $0, title: String?.none) }
        var queued = Set(entryNames)
        var next = 0
        let language = language(for: preferences)
        while next < queue.count {
            let (name, title) = queue[next]
            next &+= 1
            guard var pane = try? read(name, language: language, preferences: preferences, idiom: idiom) else {
                continue
            }
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
                    "settings.panes.tooMany",
                    "Only the first \(limits.maximumPanes) panes are followed; remove what is not needed."
                )
            )
        } else {
            for name in unreachablePanes {
                report.append(
                    Diagnostic(
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
