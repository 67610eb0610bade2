/// The objects, members and classes of an archive, each in one row of its own: what readers of archives fill.
///
/// Members and elements lie beside one another, so that an object is a few numbers and needs no dictionary.
struct ArchiveTables {
    /// All objects; references are places.
    var objects: [ObjectArchive.Object] = []
    /// The values at the top, with keys.
    var top = ObjectArchive.Run()
    /// The values of all members, elements and lists.
    var values: [ObjectArchive.Value] = []
    /// The numbers of the keys of the members, at the places of their values; -1 for elements.
    var keys: [Int32] = []
    /// The texts that no source holds.
    var texts: [String] = []
    /// The classes of the objects.
    var classes: [ObjectArchive.Class] = []
    /// The keys by number.
    var names = ArchiveKeys()

    /// An object with more members has them in order, so that one that is asked often costs no more than others.
    private static let longestSearch = 16

    /// Adds a value with the number of its key, or with -1.
    mutating func append(_ value: ObjectArchive.Value, key: Int32 = -1) {
        values.append(value)
        keys.append(key)
    }

    /// Takes away the values from a place to the end.
    mutating func removeValues(from first: Int) {
        values.removeLast(max(0, values.count - first))
        keys.removeLast(max(0, keys.count - first))
    }

    /// Adds a text.
    mutating func added(_ text: String) -> ObjectArchive.Value {
        texts.append(text)
        return .text(texts.count - 1)
    }

    /// The values from a place to the end.
    func run(from first: Int) -> ObjectArchive.Run { run(first..<max(first, values.count)) }

    /// The values of some places.
    func run(_ places: Range<Int>) -> ObjectArchive.Run {
        // No limit lets an archive have so many.
        guard let first = Int32(exactly: places.lowerBound), Int32(exactly: places.upperBound) != nil else {
            return ObjectArchive.Run()
        }
        return ObjectArchive.Run(first: first, count: Int32(truncatingIfNeeded: places.count))
    }

    /// The members from a place to the end, arranged for finding them.
    mutating func members(from first: Int) -> ObjectArchive.Run {
        if values.count &- first > Self.longestSearch { sort(from: first) }
        return run(from: first)
    }

    /// Whether members can stay as they are.
    static func isShort(_ count: Int) -> Bool { count <= longestSearch }

    /// Puts the members from a place to the end into the order of their keys; of equal keys the last one stays.
    private mutating func sort(from first: Int) {
        var members: [Int32: ObjectArchive.Value] = [:]
        for place in first..<values.count { members[keys[place]] = values[place] }
        removeValues(from: first)
        for key in members.keys.sorted() { append(members[key] ?? .nothing, key: key) }
    }

    /// What stands under a key of a run; of equal keys the last one counts. Finding it costs the same in an archive of
    /// any size.
    func value(of key: Int32, in run: ObjectArchive.Run) -> ObjectArchive.Value? {
        let places = run.places
        guard places.upperBound <= keys.count, places.upperBound <= values.count else { return nil }
        if Self.isShort(places.count) {
            // The places are held against the count once, above.
            let found = keys.withUnsafeBufferPointer { keys in places.last { keys[$0] == key } }
            return found.map { values[$0] }
        }
        var (low, high) = (places.lowerBound, places.upperBound)
        while low < high {
            let middle = (low &+ high) / 2
            if keys[middle] < key { low = middle &+ 1 } else { high = middle }
        }
        return low < places.upperBound && keys[low] == key ? values[low] : nil
    }
}
