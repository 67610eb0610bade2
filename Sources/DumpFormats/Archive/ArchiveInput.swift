import PropertyList

extension DumpInput {
    /// Whether the bytes may be an archive of `NSKeyedArchiver`, as it writes it or turned into XML.
    var mayBeArchive: Bool {
        isBinaryList || (firstByte == UInt8(ascii: "<") && has("<plist") && has("$archiver"))
    }

    /// The property list of an input that may be one, or why it cannot be read.
    func propertyListDocument() throws(Misfit) -> PropertyListValue { try read(propertyList) }

    /// The archive of an input that may be one, or why it is none.
    func archiveDocument() throws(Misfit) -> ObjectArchive {
        if isBinaryList { _ = try read(binaryList) } else { _ = try read(propertyList) }
        guard let archive else { throw .other(reason: "It is no archive of NSKeyedArchiver.", line: 1) }
        return archive
    }

    private func read<List>(_ list: Result<List, PropertyListError>) throws(Misfit) -> List {
        switch list {
        case .success(let list): return list
        case .failure(let error):
            switch error.code {
            case .tooLarge: throw .broken(.limit("maximumJSONBytes", error.message, line: error.line))
            case .tooManyValues:
                throw .broken(.limit("the property-list reader's maximumValues", error.message, line: error.line))
            case .tooDeep, .cycle: throw .broken(DumpError(.tooDeep, error.message, line: error.line))
            default: throw .other(reason: error.message, line: error.line)
            }
        }
    }
}
