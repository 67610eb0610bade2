import Diagnostics

/// Collects the pictures of single views under the limits.
struct ViewPictures: Sendable {
    /// The pictures by the ids of their views.
    private(set) var pictures: [Int: [UInt8]] = [:]
    private var byteCount = 0
    private let limits: DumpLimits

    init(limits: DumpLimits) { self.limits = limits }

    /// Keeps the picture of a view, if it is one and there is room for it; else says why not.
    mutating func take(_ picture: [UInt8], of id: Int) -> String? {
        let format = PictureFormat(detectedIn: picture)
        guard let pixels = format?.pixels(in: picture) else { return "it is neither PNG nor JPEG" }
        let side = limits.maximumPictureSide
        guard (1...side).contains(pixels.width), (1...side).contains(pixels.height) else {
            return "it is \(pixels.width) by \(pixels.height) pixels; at most \(side) each way are kept"
        }
        guard pictures.count < limits.maximumPictures else {
            return "more than \(limits.maximumPictures) pictures of views are not kept"
        }
        guard byteCount + picture.count <= limits.maximumPictureBytes else {
            return "the pictures of views have more than \(limits.maximumPictureBytes) bytes together"
        }
        pictures[id] = picture
        byteCount += picture.count
        return nil
    }
}
