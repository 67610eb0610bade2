/// The picture formats of screenshots.
public enum Picture: String, Sendable, Hashable, CaseIterable {
    /// Portable Network Graphics.
    case png = "image/png"
    /// JPEG.
    case jpeg = "image/jpeg"

    /// The format of some bytes by their signature (PNG specification, section 5.2; ITU-T T.81, annex B); nil for
    /// any other.
    public init?(detectedIn bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else {
            return nil
        }
    }

    /// The media type.
    public var mediaType: String { rawValue }
}
