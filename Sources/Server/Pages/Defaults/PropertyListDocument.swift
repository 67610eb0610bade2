import JSON
import PropertyList

/// A text or file that somebody gives: a property list of any syntax, or JSON with the members that stand for types.
struct PropertyListDocument {
    /// What it holds.
    var value: PropertyListValue
    /// What it is written in, as people call it.
    var format: String

    /// Reads a document by what it looks like.
    static func read(_ bytes: [UInt8]) throws(TypedTextError) -> PropertyListDocument {
        let format = PropertyListFormat(detectedIn: bytes)
        if format == .openStep {
            // Braces begin both JSON and the old syntax; what JSON says of a JSON text is the better help.
            let json = readJSON(bytes)
            if case .success(let value) = json { return PropertyListDocument(value: value, format: "JSON") }
            if let value = try? PropertyListReader.read(bytes), value.stringValue == nil {
                return PropertyListDocument(value: value, format: "old-style property list")
            }
            if case .failure(let error) = json { throw error }
        }
        do throws(PropertyListError) {
            let value = try PropertyListReader.read(bytes)
            return PropertyListDocument(
                value: value,
                format: format == .xml ? "XML property list" : "binary property list"
            )
        } catch {
            throw TypedTextError(error.message, line: error.line)
        }
    }

    private static func readJSON(_ bytes: [UInt8]) -> Result<PropertyListValue, TypedTextError> {
        do {
            let json = try JSONValue(parsing: bytes, limits: .dump)
            return .success(try PropertyListEnvelope.value(json))
        } catch let error as JSONError {
            return .failure(TypedTextError(error.message, line: error.line, column: error.column))
        } catch let problem as Problem {
            return .failure(TypedTextError(problem.detail))
        } catch {
            return .failure(TypedTextError("The text cannot be read."))
        }
    }
}
