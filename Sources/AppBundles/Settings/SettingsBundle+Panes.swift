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
    /// Files are preferred in this order: the language's folder before the top, and in each the device's own file
    /// before the plain one. Where none can be read the pane is empty and its report says why.
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
        var cache = StringsTableCache()
        let language = language(for: preferences)
        return try pane(named: name, language: language, preferences: preferences, idiom: idiom, cache: &cache)
    }

    /// The same, in the language that was chosen for all panes, with the tables that were read for others.
    func pane(
        named name: String,
        language: String?,
        preferences: [String],
        idiom: InterfaceIdiom,
        cache: inout StringsTableCache
    ) throws(AppBundleError) -> SettingsPane {
        guard let candidates = sources[name], let first = candidates.first else {
            throw AppBundleError(
                .missingPane,
                "The settings bundle has no pane “\(name)”; it has \(paneNames.count) others."
            )
        }
        let ordered = preferred(candidates, language: language, preferences: preferences, idiom: idiom)
        var findings: [BundleFinding] = []
        for source in ordered {
            switch source.contents {
            case .pane(let contents):
                let texts = PaneTexts.load(
                    for: contents,
                    of: source,
                    language: source.language ?? language,
                    in: self,
                    cache: &cache
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
                case language? where language != nil: 0
                case nil: 1
                case own: 2
                default: 3
                }
            let device =
                switch source.idiom {
                case idiom: 0
                case nil: 1
                default: 8
                }
            return place * 2 + device
        }
        return candidates.sorted { (rank($0), $0.file) < (rank($1), $1.file) }
    }
}
