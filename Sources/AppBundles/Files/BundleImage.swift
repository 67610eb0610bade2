import Diagnostics

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
