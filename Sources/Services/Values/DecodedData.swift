import Defaults
import Diagnostics
package import Foundation
package import JSON
package import PropertyList

/// What data holds, where that can be told from the bytes: apps store encoded JSON, property lists, archives and pictures in
/// their defaults.
package struct DecodedData: Sendable {
    /// How the data was read.
    package enum Kind: String, CaseIterable, Sendable {
        case json, propertyList, keyedArchive, text, date, image
    }

    private enum Content: Sendable {
        case json(JSONValue)
        case list(PropertyListValue)
        case image(type: String, pixels: (width: Int, height: Int)?)
    }

    /// More bytes are not looked at.
    package static let mostBytes = 1 << 20
    private static let lists = PropertyListLimits(
        maximumBytes: mostBytes,
        maximumDepth: 64,
        maximumValues: 20_000,
        maximumExpandedBytes: 2 << 20
    )
    private static let documents = JSONLimits(maximumBytes: mostBytes, maximumDepth: 64)

    package let kind: Kind
    private let content: Content

    /// Looks at data; nil where nothing can be told of it.
    package init?(_ data: Data) {
        guard !data.isEmpty, data.count <= Self.mostBytes else { return nil }
        let bytes = [UInt8](data)
        if let type = Self.picture(bytes) {
            (kind, content) = (.image, .image(type: type, pixels: PictureFormat(detectedIn: bytes)?.pixels(in: bytes)))
        } else if let list = Self.list(bytes) {
            switch ArchiveTree.read(list) {
            case .date(let date)?: (kind, content) = (.date, .list(.date(date)))
            case let tree?: (kind, content) = (.keyedArchive, .list(tree))
            case nil: (kind, content) = (.propertyList, .list(list))
            }
        } else if let text = Self.text(bytes) {
            let first = bytes.first { $0 > 32 }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
                // try?: text that begins like JSON and is none is text.
                let json = try? JSONValue(parsing: bytes, limits: Self.documents)
            {
                (kind, content) = (.json, .json(json))
            } else if let date = Instant.date(text) {
                (kind, content) = (.date, .list(.date(date)))
            } else {
                (kind, content) = (.text, .list(.string(text)))
            }
        } else {
            return nil
        }
    }

    private static func picture(_ bytes: [UInt8]) -> String? {
        if let format = PictureFormat(detectedIn: bytes) { return format.mediaType }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
        let isWebP = bytes.count > 12 && bytes.starts(with: "RIFF".utf8) && bytes[8..<12].elementsEqual("WEBP".utf8)
        return isWebP ? "image/webp" : nil
    }

    private static func list(_ bytes: [UInt8]) -> PropertyListValue? {
        let head = bytes.prefix(512)
        let isBinary = head.starts(with: "bplist".utf8)
        guard isBinary || String(decoding: head, as: UTF8.self).contains("<plist") else { return nil }
        // try?: what begins like a property list and is none stays bytes, or text.
        return try? PropertyListReader.read(bytes, limits: lists)
    }

    /// Text in UTF-8 without control characters; one or two bytes may be anything.
    private static func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count > 2, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) || [9, 10, 13].contains($0.value)
        }
        return isPlain ? text : nil
    }

    /// Writes `as` and `value`. JSON stands as it is, a property list as values of defaults do.
    package func write(to writer: inout JSONWriter) {
        writer.member("as", kind.rawValue)
        writer.key("value")
        switch content {
        case .json(let json): writer.value(json)
        case .list(let list): PropertyListEnvelope.write(list, to: &writer)
        case .image(let type, let pixels):
            writer.beginObject()
            writer.member("type", type)
            if let pixels {
                writer.member("width", pixels.width)
                writer.member("height", pixels.height)
            }
            writer.endObject()
        }
    }

    /// What it holds as a value, for those who print property lists; nil for a picture.
    package var value: PropertyListValue? {
        switch content {
        case .json(let json): Self.value(of: json)
        case .list(let list): list
        case .image: nil
        }
    }

    /// The media type of a picture.
    package var pictureType: String? { if case .image(let type, _) = content { type } else { nil } }

    /// What it holds in one line.
    package func line(limit: Int) -> String {
        switch content {
        case .json(let json):
            let text = String(decoding: json.serialized(), as: UTF8.self)
            return text.count > limit ? text.prefix(limit) + "…" : text
        case .list(let list): return ValueText.line(list, limit: limit)
        case .image(let type, let pixels):
            return type + (pixels.map { ", \($0.width) × \($0.height) pixels" } ?? "")
        }
    }

    /// What it holds, laid out for people.
    package var text: String {
        switch content {
        case .json(let json): JSONLayout.indented(json.serialized())
        case .list(.string(let text)): text
        case .list(let list):
            JSONLayout.indented(
                {
                    var writer = JSONWriter()
                    PropertyListEnvelope.write(list, to: &writer)
                    return writer.finish()
                }()
            )
        case .image: line(limit: 100)
        }
    }

    /// The depth is that of the limits.
    private static func value(of json: JSONValue) -> PropertyListValue {
        switch json {
        case .null: .string("null")
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .real(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(value))
        case .object(let members):
            .dictionary(members.reduce(into: [:]) { $0[$1.name] = value(of: $1.value) })
        }
    }
}

extension PropertyListValue {
    /// The value with what its data holds in the place of the data, where that can be told.
    package var decoded: PropertyListValue {
        switch self {
        case .data(let data): DecodedData(data)?.value ?? self
        case .array(let elements): .array(elements.map(\.decoded))
        case .dictionary(let members): .dictionary(members.mapValues(\.decoded))
        default: self
        }
    }
}
