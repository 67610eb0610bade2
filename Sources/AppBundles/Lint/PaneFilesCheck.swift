import Diagnostics

/// Checks every file of every pane, for every kind of device, in the bundle's own language.
enum PaneFilesCheck {
    static func findings(of bundle: SettingsBundle) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        var cache = StringsTableCache()
        for name in bundle.paneNames where findings.count < BundleLint.maximumFindings {
            let sources = bundle.sources[name] ?? []
            for source in sources { findings += self.findings(of: source, in: bundle, &cache) }
            if let top = sources.first(where: { $0.language == nil }),
                let localised = sources.first(where: { $0.language != nil })
            {
                findings.append(
                    BundleFinding(
                        .info,
                        "settings.pane.twoPlaces",
                        "“\(localised.file)” and “\(top.file)” are the same pane; the one of the language is shown.",
                        file: top.file,
                        pane: name
                    )
                )
            }
        }
        for name in bundle.unreachablePanes {
            findings.append(
                BundleFinding(
                    .info,
                    "settings.pane.unreachable",
                    "No row that can be reached opens the pane “\(name)”.",
                    file: bundle.sources[name]?.first?.file,
                    pane: name
                )
            )
        }
        return findings
    }

    private static func findings(
        of source: PaneSource,
        in bundle: SettingsBundle,
        _ cache: inout StringsTableCache
    ) -> [BundleFinding] {
        // Unreadable files are told by the bundle.
        guard case .pane(let contents) = source.contents else { return [] }
        let idioms = source.idiom.map { [$0] } ?? InterfaceIdiom.allCases
        let language = source.language ?? bundle.sourceLanguage
        var texts = PaneTexts.load(for: contents, of: source, language: language, in: bundle, cache: &cache)
        // Tables are checked by themselves, in every language.
        texts.report = []
        return idioms.flatMap {
            PaneReader.read(contents, of: source, texts: texts, idiom: $0, in: bundle).findings
        }
    }
}
