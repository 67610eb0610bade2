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

    /// The picture in a file that ``BundleInventory`` lists as an icon; nil for any other file, and for one that is no picture.
    public func icon(inFile file: String) -> BundleImage? {
        guard !file.contains("/"), BundleInventory.isIcon(file), files.isFile(file),
            let bytes = try? files.read(file, limit: limits.maximumFileBytes)
        else { return nil }
        return BundleImage(file: file, bytes: bytes)
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
        let folders = [layout.resources, settingsFolder ?? layout.resources]
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

/// A picture of a bundle.
public struct BundleImage: Sendable, Hashable {
    /// What the bytes are.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A PNG that every browser shows.
        case png = "image/png"
        /// A JPEG.
        case jpeg = "image/jpeg"
        /// A PNG with Apple's `CgBI` chunk, as Xcode writes into apps for devices: no browser shows it.
        case crushedPNG = "image/x-apple-crushed-png"
    }

    /// The file it was read from, relative to the bundle.
    public var file: String
    /// What the bytes are; the raw value is the media type.
    public var format: Format
    /// Width in pixels, where the format tells it in its first bytes.
    public var width: Int?
    /// Height in pixels, where the format tells it in its first bytes.
    public var height: Int?
    /// The bytes.
    public var bytes: [UInt8]

    /// Looks at a file's first bytes; nil when they are no picture.
    public init?(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        guard let known = PictureFormat(detectedIn: bytes) else { return nil }
        format = known == .png ? .png : .jpeg
        guard known == .png else { return }
        // Behind the signature come chunks: length, type, contents, check sum (PNG specification, section 5).
        var chunk = 8
        if Self.type(at: chunk, in: bytes) == "CgBI" {
            format = .crushedPNG
            chunk &+= 12 &+ (Self.number(at: chunk, in: bytes) ?? 0)
        }
        guard Self.type(at: chunk, in: bytes) == "IHDR" else { return }
        width = Self.number(at: chunk &+ 8, in: bytes)
        height = Self.number(at: chunk &+ 12, in: bytes)
    }

    private static func type(at chunk: Int, in bytes: [UInt8]) -> String? {
        guard chunk >= 0, chunk &+ 8 <= bytes.count else { return nil }
        return String(decoding: bytes[(chunk &+ 4)..<(chunk &+ 8)], as: UTF8.self)
    }

    private static func number(at index: Int, in bytes: [UInt8]) -> Int? {
        guard index >= 0, index &+ 4 <= bytes.count else { return nil }
        return bytes[index..<(index &+ 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}

extension SettingsBundle {
    /// A picture by the name that a slider gives: with or without extension, the sharpest variant first. Nil when
    /// there is none that browsers show, or the name leads out of the bundle.
    public func image(named name: String) -> BundleImage? {
        for file in imageFiles(named: name) {
            guard let bytes = try? files.read(file, limit: limits.maximumFileBytes),
                let image = BundleImage(file: file, bytes: bytes), image.format != .crushedPNG
            else { continue }
            return image
        }
        return nil
    }

    /// The files that a picture's name can mean, the sharpest first.
    func imageFiles(named name: String) -> [String] {
        guard let path = BundlePath.normalized(name), !path.isEmpty else { return [] }
        let known = [".png", ".jpg", ".jpeg"].first { path.lowercased().hasSuffix($0) }
        let stem = known.map { String(path.dropLast($0.count)) } ?? path
        let ends = known.map { [String(path.suffix($0.count))] } ?? [".png", ".jpg"]
        let candidates = ends.flatMap { end in ["@3x", "@2x", "", "~iphone", "~ipad"].map { stem + $0 + end } }
        return (candidates + [path]).filter(files.isFile)
    }
}
