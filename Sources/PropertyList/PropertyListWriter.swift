/// Writes property lists so that reading them back gives the same values with the same types.
///
/// Dictionaries are written in the order of their keys' bytes, so equal values give equal bytes.
public enum PropertyListWriter {
    /// The list as XML, laid out as Apple's tools do.
    ///
    /// Dates lose fractions of a second. Characters that XML 1.0 does not allow are written as character
    /// references, which Apple's readers accept.
    ///
    /// - Throws: ``PropertyListError`` with code `unrepresentable` for a date outside the years 0 to 9999.
    public static func xml(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        var writer = XMLPropertyListWriter()
        return try writer.write(value)
    }

    /// The list in the binary form that `UserDefaults` keeps in an app's Library/Preferences.
    ///
    /// - Throws: ``PropertyListError`` with code `unrepresentable` for a date outside the years 0 to 9999.
    public static func binary(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        return try writer.write(value)
    }

    /// The list as old-style text, as `NSDictionary` describes itself and `defaults read` prints it.
    ///
    /// Types are lost: whoever reads it back gets text in the place of booleans, numbers and dates.
    ///
    /// - Throws: ``PropertyListError`` with code `unrepresentable` for a date outside the years 0 to 9999.
    public static func openStep(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        var writer = OpenStepPropertyListWriter()
        return try writer.write(value)
    }
}
