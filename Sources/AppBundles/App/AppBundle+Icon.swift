public import Diagnostics
import PropertyList

extension AppBundle {
    /// The most names and the most files that are looked at for one icon.
    private static let maximumCandidates = 64

    /// The icon beside the app's row in Settings: `Icon-Settings`, else `Icon-Small`, else the largest app icon that
    /// browsers can show; and what stood in the way of better ones.
    public func icon() -> (image: BundleImage?, report: [Diagnostic]) {
        var report: [Diagnostic] = []
        for names in [["Icon-Settings"], ["Icon-Small"], Array(appIconNames.prefix(Self.maximumCandidates))] {
            if let image = largest(of: iconFiles(named: names), report: &report) { return (image, report) }
        }
        return (nil, report)
    }

    /// The names that Info.plist gives the app icons, without size suffixes, and the ones that tools give.
    private var appIconNames: [String] {
        var names: [String] = []
        for key in info.keys.sorted() where key.hasPrefix("CFBundleIcons") {
            let primary = info[key]?["CFBundlePrimaryIcon"]
            names += primary?["CFBundleIconFiles"]?.arrayValue?.compactMap(\.stringValue) ?? []
            names += [primary?["CFBundleIconName"]?.stringValue].compactMap { $0 }
        }
        for key in info.keys.sorted() where key.hasPrefix("CFBundleIconFile") {
            names += info[key]?.arrayValue?.compactMap(\.stringValue) ?? [info[key]?.stringValue].compactMap { $0 }
        }
        return ["AppIcon", "Icon"] + names
    }

    /// The pictures at the top of the app, and of its settings bundle, that belong to names: any size, any scale.
    private func iconFiles(named names: [String]) -> [String] {
        let folders = ["", settingsFolder ?? ""]
        var found: [String] = []
        for folder in Set(folders).sorted() {
            let entries = (try? files.entries(in: folder, limit: limits.maximumFiles)) ?? []
            for entry in entries where entry.kind == .file && entry.name.lowercased().hasSuffix(".png") {
                let belongs = names.contains { name in
                    let stem = name.lowercased().hasSuffix(".png") ? String(name.dropLast(4)) : name
                    return !stem.isEmpty && Self.isVariant(entry.name.dropLast(4), of: stem)
                }
                if belongs { found.append(BundlePath.joining(folder, entry.name)) }
            }
        }
        return found
    }

    /// Whether a file's name is an icon's name with nothing but size, scale and device behind it.
    private static func isVariant(_ file: Substring, of name: String) -> Bool {
        guard file.hasPrefix(name) else { return false }
        guard let next = file.dropFirst(name.count).first else { return true }
        return next == "@" || next == "~" || next == "-" || next.isNumber
    }

    private func largest(of files: [String], report: inout [Diagnostic]) -> BundleImage? {
        var best: BundleImage?
        for file in files.prefix(Self.maximumCandidates) {
            guard let bytes = try? self.files.read(file, limit: limits.maximumFileBytes) else { continue }
            guard let image = BundleImage(file: file, bytes: bytes), image.format == .png else {
                report.append(unusable(file, bytes))
                continue
            }
            if (image.width ?? 0, image.height ?? 0) > (best?.width ?? -1, best?.height ?? -1) { best = image }
        }
        return best
    }

    private func unusable(_ file: String, _ bytes: [UInt8]) -> Diagnostic {
        if BundleImage(file: file, bytes: bytes)?.format == .crushedPNG {
            return Diagnostic(
                "app.icon.crushed",
                "“\(file)” is in Apple's device form of PNG, which browsers do not show; load a simulator build, or "
                    + "convert it with pngcrush -revert-iphone-optimizations.",
                file: file
            )
        }
        return Diagnostic("app.icon.unreadable", "“\(file)” is no PNG; replace it.", file: file)
    }
}
