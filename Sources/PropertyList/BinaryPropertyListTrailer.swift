/// The last 32 bytes of a binary list, checked against its size (the layout is in Apple's `CFBinaryPList.c`).
struct BinaryPropertyListTrailer {
    static let length = 32
    static let headerLength = 8

    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let topObject: Int
    let offsetTable: Int

    init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        let start = bytes.count &- Self.length
        guard start > Self.headerLength,
            let offsetSize = bytes.bigEndian(at: start &+ 6, size: 1),
            let referenceSize = bytes.bigEndian(at: start &+ 7, size: 1),
            let objectCount = bytes.bigEndian(at: start &+ 8, size: 8),
            let topObject = bytes.bigEndian(at: start &+ 16, size: 8),
            let offsetTable = bytes.bigEndian(at: start &+ 24, size: 8)
        else { throw Self.broken("the file is too short") }
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw Self.broken("its trailer names impossible sizes")
        }
        guard objectCount <= limits.maximumValues else {
            throw PropertyListError(
                .tooManyValues,
                "The property list holds more than \(limits.maximumValues) values; split it."
            )
        }
        let tableLength = objectCount.multipliedReportingOverflow(by: offsetSize)
        guard objectCount > 0, topObject < objectCount, !tableLength.overflow, offsetTable > Self.headerLength,
            offsetTable <= start, tableLength.partialValue <= start &- offsetTable
        else { throw Self.broken("its table of offsets lies outside the file") }
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
        self.objectCount = objectCount
        self.topObject = topObject
        self.offsetTable = offsetTable
    }

    /// Where an object begins.
    func offset(of object: Int, in bytes: [UInt8]) throws(PropertyListError) -> Int {
        guard object >= 0, object < objectCount,
            let offset = bytes.bigEndian(at: offsetTable &+ object &* offsetSize, size: offsetSize),
            offset >= Self.headerLength, offset < offsetTable
        else { throw Self.broken("an object lies outside the file") }
        return offset
    }

    static func broken(_ reason: String) -> PropertyListError {
        PropertyListError(
            .unreadable,
            "The binary property list is damaged: \(reason). Export it again from where it came."
        )
    }
}
