import PropertyList

/// Reads a property list from a bundle.
enum PropertyListFile {
    /// Why a file gives no property list.
    struct Failure: Error {
        /// A sentence for people.
        let reason: String
        /// The line where that is known.
        let line: Int?
    }

    static func read(
        _ path: String,
        from files: any BundleFiles,
        limits: BundleLimits
    ) throws(Failure) -> PropertyListValue {
        let bytes: [UInt8]
        do {
            bytes = try files.read(path, limit: limits.maximumFileBytes)
        } catch {
            throw Failure(reason: error.message, line: nil)
        }
        do {
            return try PropertyListReader.read(bytes, limits: limits.propertyList)
        } catch {
            throw Failure(reason: error.message, line: error.line)
        }
    }
}
