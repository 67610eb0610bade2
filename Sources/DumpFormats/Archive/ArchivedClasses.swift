/// The classes of a keyed archive by the places of the objects that describe them, each read once.
struct ArchivedClasses {
    /// The most superclasses that are looked at.
    static var longestChain: Int { 64 }

    /// The number of the class at each place plus one; 0 where it was not read yet.
    private var numbers: [Int32]
    /// The number of the class of objects whose class is not there.
    private var missing: Int32 = 0

    /// Makes room for the classes of so many objects.
    init(objectCount: Int) { numbers = Array(repeating: 0, count: objectCount) }

    /// The number of the class at a place; nil where it was not read yet.
    func number(at place: Int) -> Int32? {
        let number = numbers.indices.contains(place) ? numbers[place] : missing
        return number > 0 ? number &- 1 : nil
    }

    /// Adds the class at a place, and gives its number. That an object has a class is told even where it is broken.
    ///
    /// - Parameters:
    ///   - own: The name of the class.
    ///   - chain: The names of the class and its superclasses.
    mutating func add(
        _ own: String?,
        _ chain: [String],
        at place: Int,
        to classes: inout [ObjectArchive.Class]
    ) -> Int32 {
        let names = own.map { chain.first == $0 ? chain : [$0] + chain } ?? chain
        classes.append(ObjectArchive.Class(names.isEmpty ? ["NSObject"] : names))
        let number = Int32(truncatingIfNeeded: classes.count)
        if numbers.indices.contains(place) { numbers[place] = number } else { missing = number }
        return number &- 1
    }
}
