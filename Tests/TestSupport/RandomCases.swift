import Foundation

/// How many of its cases a test tries that could try any number of them, and which.
///
/// A tenth is tried unless `VITRINE_RANDOM_CASES` is `all`, as in `script/test --all`. The cases are the same in every
/// run until `VITRINE_SEED` is a number, which makes others.
public enum RandomCases {
    private static let areAll = ProcessInfo.processInfo.environment["VITRINE_RANDOM_CASES"] == "all"
    private static let offset = ProcessInfo.processInfo.environment["VITRINE_SEED"].flatMap(UInt64.init) ?? 0

    /// So many of a number of cases, or of the parts of a large one.
    public static func count(_ whole: Int) -> Int { areAll ? whole : max(1, whole / 10) }

    /// The seed of a test, which has a number of its own.
    public static func seed(_ own: UInt64) -> UInt64 { own &+ offset &* 1_000_003 }
}
