import Foundation

/// Reads property lists in any of their three syntaxes.
///
/// XML and old-style text go through Foundation, which is the reader of record for what is well formed; binary
/// lists are decoded here, because Foundation follows shared references without bound.
public enum PropertyListReader {
    /// Reads a list.
    ///
    /// - Throws: ``PropertyListError`` for bytes that are no list, that break a limit, or that hold a date
    ///   outside the years 0 to 9999.
    public static func read(
        _ bytes: [UInt8],
        limits: PropertyListLimits = .standard
    ) throws(PropertyListError) -> PropertyListValue {
        guard bytes.count <= limits.maximumBytes else {
            throw PropertyListError(
                .tooLarge,
                "The property list has \(bytes.count) bytes; at most \(limits.maximumBytes) are read. Make it smaller."
            )
        }
        guard !bytes.isEmpty else {
            throw PropertyListError(.unreadable, "The file is empty; a property list needs at least one value.")
        }
        if BinaryPropertyListReader.hasMagic(bytes) {
            var reader = try BinaryPropertyListReader(bytes, limits: limits)
            return try reader.read()
        }
        let text = try PropertyListText.asciiCompatible(bytes)
        let format = PropertyListFormat(detectedIn: text)
        if format == .xml {
            try XMLPropertyListGuard.check(text, limits: limits)
        } else {
            try OpenStepPropertyListGuard.check(text, limits: limits)
        }
        let parsed: Any
        do {
            parsed = try PropertyListSerialization.propertyList(from: Data(text), options: [], format: nil)
        } catch {
            throw unreadable(error as NSError, format: format)
        }
        return try FoundationPropertyList.value(of: parsed, depth: 0, limits: limits)
    }

    /// Turns Foundation's reason into a sentence, with the line it names.
    private static func unreadable(_ error: NSError, format: PropertyListFormat) -> PropertyListError {
        var reason = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? "it is no property list"
        if format == .openStep,
            let old = error.userInfo["kCFPropertyListOldStyleParsingError"] as? NSError,
            let oldReason = old.userInfo[NSDebugDescriptionErrorKey] as? String
        {
            reason = oldReason
        }
        let line = reason.firstMatch(of: /line (\d+)/).flatMap { Int($0.output.1) }
        reason = reason.prefix(1).lowercased() + reason.dropFirst()
        return PropertyListError(
            .unreadable,
            "The property list cannot be read: \(reason). Correct the file there and load it again.",
            line: line
        )
    }
}
