import Diagnostics
import Foundation

/// A file that came beside a dump in one upload: a picture of a view, a table of texts of an interface, a nib of a
/// storyboard.
public struct DumpPart: Sendable, Hashable {
    /// What the form calls it.
    public var name: String
    /// The name it had at the sender, when it was sent as a file. Nothing to open a file with.
    public var filename: String?
    /// Its bytes.
    public var bytes: [UInt8]

    /// Creates a part.
    public init(name: String, filename: String? = nil, bytes: [UInt8]) {
        self.name = name
        self.filename = filename
        self.bytes = bytes
    }
}

/// The files that came beside a dump, which its views name as their pictures: `"image": "cid:face"`.
///
/// The URL is that of RFC 2392, which names a part of the same message by its Content-ID. The parts of a form have none
/// (RFC 7578, section 4.8); what tells them apart are the names of their fields and files.
struct DumpParts: Sendable {
    /// The most names that a message lists.
    private static let maximumListed = 5
    /// The most characters of a name in a message.
    private static let maximumNameLength = 80

    private let parts: [DumpPart]
    /// The places of the parts by the names of their fields, and behind those by the names of their files. Of several
    /// with one name it is the first.
    private let places: [String: Int]

    init(_ parts: [DumpPart]) {
        self.parts = parts
        var places: [String: Int] = [:]
        for (place, part) in parts.enumerated() where places[part.name] == nil { places[part.name] = place }
        for (place, part) in parts.enumerated() {
            if let filename = part.filename, places[filename] == nil { places[filename] = place }
        }
        self.places = places
    }

    /// The name in a `cid:` URL, its percent-escapes resolved; nil for every other text.
    static func name(in text: String) -> String? {
        let scheme = text.prefix(4)
        guard scheme.lowercased() == "cid:" else { return nil }
        let name = String(text.dropFirst(4))
        return name.removingPercentEncoding ?? name
    }

    /// Where the part is that a `cid:` URL names; nil when there is none.
    func place(of url: String) -> Int? { Self.name(in: url).flatMap { places[$0] } }

    /// Where the part of that name is, or the part whose file has it; nil when there is none.
    func place(named name: String) -> Int? { places[name] }

    /// The places of the parts whose names, or those of their files, end so.
    func places(endingWith end: String) -> [Int] {
        parts.indices.filter { place in
            [parts[place].name, parts[place].filename ?? ""].contains { $0.lowercased().hasSuffix(end) }
        }
    }

    /// The places of the parts whose names begin so and go on.
    func places(startingWith start: String) -> [Int] {
        parts.indices.filter { parts[$0].name.hasPrefix(start) && parts[$0].name.utf8.count > start.utf8.count }
    }

    /// What the form calls the part at a place.
    func name(at place: Int) -> String? { parts.indices.contains(place) ? parts[place].name : nil }

    /// What the part at a place is called: its file, else itself.
    func title(at place: Int) -> String? {
        parts.indices.contains(place) ? parts[place].filename ?? parts[place].name : nil
    }

    /// The bytes of the part at a place.
    func bytes(at place: Int) -> [UInt8]? { parts.indices.contains(place) ? parts[place].bytes : nil }

    /// A name as messages show it.
    static func shown(_ name: String) -> String {
        name.count <= maximumNameLength ? "“\(name)”" : "“\(name.prefix(maximumNameLength))…”"
    }

    /// A sentence about the parts that no view names; nil when there are none.
    /// - Parameter named: the places of the others.
    func rest(without named: Set<Int>) -> String? {
        let rest = parts.indices.filter { !named.contains($0) }
        guard !rest.isEmpty else { return nil }
        let names = rest.prefix(Self.maximumListed).map { Self.shown(parts[$0].name) }.joined(separator: ", ")
        let more = rest.count > Self.maximumListed ? " and \(rest.count - Self.maximumListed) more" : ""
        return rest.count == 1
            ? "The part \(names) of the upload is the picture of no view; it was left out. A view names it as "
                + "\"image\": \"cid:NAME\"."
            : "\(rest.count) parts of the upload are pictures of no view and were left out: \(names)\(more). A view names "
                + "one as \"image\": \"cid:NAME\"."
    }
}

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
