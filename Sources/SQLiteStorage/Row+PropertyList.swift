import Foundation
import GRDB
import PropertyList

extension Row {
    /// A value of a blob column.
    func propertyListValue(atIndex index: Int) throws -> PropertyListValue {
        guard let value: PropertyListValue = try propertyListValue(atIndex: index) else {
            throw SQLiteStorageError(.corrupt, "The database lacks a value.")
        }
        return value
    }

    /// A value of a blob column; nil for NULL.
    func propertyListValue(atIndex index: Int) throws -> PropertyListValue? {
        try withUnsafeData(atIndex: index) { data in
            guard let data else { return nil }
            return try PropertyListBlob.decode([UInt8](data))
        }
    }
}
