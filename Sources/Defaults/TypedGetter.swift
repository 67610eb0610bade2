import Foundation
public import PropertyList

/// The methods of `UserDefaults` that read a value, with what each makes of a value of another type.
///
/// The rules are those of the comments in `NSUserDefaults.h`.
public enum TypedGetter: String, Sendable, Hashable, CaseIterable {
    /// `object(forKey:)`: the value as it is.
    case object
    /// `bool(forKey:)`: numbers other than 0, and text such as YES, true or 1; false for everything else.
    case bool
    /// `integer(forKey:)`: numbers without their fraction, the number that text begins with; 0 for everything else.
    case integer
    /// `float(forKey:)`: as `double`, with the precision of a `Float`.
    case float
    /// `double(forKey:)`: numbers, the number that text begins with; 0 for everything else.
    case double
    /// `string(forKey:)`: text, and numbers in digits; nil for everything else.
    case string
    /// `array(forKey:)`: nil for everything but an array.
    case array
    /// `dictionary(forKey:)`: nil for everything but a dictionary.
    case dictionary
    /// `data(forKey:)`: nil for everything but data.
    case data
    /// `object(forKey:) as? Date`: nil for everything but a date.
    case date
    /// `stringArray(forKey:)`: nil for everything but an array of nothing but text; numbers are not converted.
    case stringArray
    /// `url(forKey:)`: text is the path of a file, data an archived URL; nil for everything else.
    case url

    /// What the method returns for a value, nil standing for none in the search list. A URL is given as text.
    public func value(of value: PropertyListValue?) -> PropertyListValue? {
        switch self {
        case .object: value
        case .bool: .bool(value?.coercedBool ?? false)
        case .integer: .integer(value?.coercedInteger ?? 0)
        case .float: .real(Double(Float(value?.coercedDouble ?? 0)))
        case .double: .real(value?.coercedDouble ?? 0)
        case .string: value?.coercedString.map { .string($0) }
        case .array: value?.arrayValue == nil ? nil : value
        case .dictionary: value?.dictionaryValue == nil ? nil : value
        case .data: value?.dataValue == nil ? nil : value
        case .date: value?.dateValue == nil ? nil : value
        case .stringArray: value?.coercedStringArray == nil ? nil : value
        case .url: value.flatMap(Self.url).map { .string($0) }
        }
    }

    /// A path keeps its tilde: whose home that is only the app knows.
    private static func url(of value: PropertyListValue) -> String? {
        switch value {
        case .string(let path):
            URL(filePath: "/" + path.drop { $0 == "/" }, directoryHint: .inferFromPath).absoluteString
        case .data(let data): ArchivedURL.text(in: [UInt8](data))
        default: nil
        }
    }
}

/// The data that `UserDefaults.set(_:forKey:)` makes of a URL that is no file: a keyed archive of an `NSURL`.
enum ArchivedURL {
    /// Large enough for every URL that software takes.
    private static let limits = PropertyListLimits(
        maximumBytes: 64 << 10,
        maximumDepth: 8,
        maximumValues: 256,
        maximumExpandedBytes: 64 << 10
    )
    /// The most URLs that may be relative to one another.
    private static let longestChain = 8

    /// The URL in an archive as text, a relative one resolved against its base; nil for other bytes.
    static func text(in bytes: [UInt8]) -> String? {
        // try?: data that is no archive is no URL.
        guard let archive = try? PropertyListReader.read(bytes, limits: limits),
            archive["$archiver"]?.stringValue == "NSKeyedArchiver",
            let objects = archive["$objects"]?.arrayValue,
            var object = archive["$top"]?["root"]
        else { return nil }
        var parts: [String] = []
        while let url = resolve(object, in: objects), let base = url["NS.base"] {
            guard let part = url["NS.relative"].flatMap({ resolve($0, in: objects) })?.stringValue,
                parts.count < longestChain
            else { return nil }
            parts.append(part)
            object = base
        }
        return parts.reversed().reduce(nil as URL?) { URL(string: $1, relativeTo: $0) }?.absoluteString
    }

    private static func resolve(_ reference: PropertyListValue, in objects: [PropertyListValue]) -> PropertyListValue? {
        guard let index = reference["CF$UID"]?.integerValue.flatMap({ Int(exactly: $0) }),
            objects.indices.contains(index)
        else { return nil }
        return objects[index]
    }
}
