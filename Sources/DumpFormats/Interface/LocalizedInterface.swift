import PropertyList
import ViewHierarchy

/// Interface files in another language: the texts of a strings table in place of those in the file.
///
/// Xcode keeps an interface once, in `Base.lproj`, and for each language a table of the same name, whose keys are the
/// objects' names and the properties: `"a1B-2c-D3e.text" = "Eier";`. The keys that are read: `text`, `placeholder`,
/// `title`, `normalTitle` and the titles of other states, `segmentTitles[0]`, `headerTitle`, `footerTitle`,
/// `accessibilityLabel`.
public enum LocalizedInterface {
    /// Reads an interface file with the texts of a table.
    ///
    /// - Parameters:
    ///   - bytes: The file, a xib or a storyboard.
    ///   - strings: The bytes of the table, a property list of any sort. Texts that it does not have stay as they are.
    /// - Throws: ``DumpError`` when the file holds no views, or the table cannot be read.
    public static func read(
        _ bytes: [UInt8],
        strings: [UInt8],
        limits: DumpLimits = .standard
    ) throws(DumpError) -> Dump {
        let table: [String: String]
        do {
            let list = try PropertyListReader.read(strings, limits: PropertyListLimits())
            table = (list.dictionaryValue ?? [:]).compactMapValues(\.stringValue)
        } catch {
            throw DumpError(.unreadable, "The table of texts cannot be read: \(error.message)", line: error.line)
        }
        guard bytes.count <= limits.maximumBytes else {
            throw .limit("maximumBytes", "The file has \(bytes.count) bytes; at most \(limits.maximumBytes) are read.")
        }
        let input = DumpInput(bytes, limits: limits)
        do throws(Misfit) {
            let format: DumpFormat = InterfaceKind.isStoryboard(input) ? .storyboard : .xib
            return try InterfaceKind.read(input, format, strings: table)
        } catch {
            switch error {
            case .broken(let error): throw error
            case .other(let reason, let line):
                throw DumpError(.unreadable, "This is no interface file. \(reason)", line: line)
            }
        }
    }
}
