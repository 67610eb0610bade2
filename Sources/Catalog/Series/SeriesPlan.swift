import Diagnostics
import FoundationEssentials
import JSON

/// What Xcode writes beside the attachments that it exports, in `manifest.json`: of each file when it came, what the test called it,
/// and which test that was (`xcresulttool export attachments`).
struct AttachmentManifest {
    /// What is said of one file.
    struct Entry: Hashable {
        /// What people call it, with its extension.
        var name: String?
        /// When it was attached.
        var takenAt: Date?
        /// The test that attached it, and which run of that.
        var test: String
    }

    /// The most attachments that are read.
    private static let maximumEntries = 20_000

    /// What is said of the files, by their names in the manifest's folder.
    let entries: [String: Entry]

    /// Nil for what is no such manifest.
    init?(_ bytes: [UInt8]) {
        let limits = JSONLimits(maximumBytes: 16 << 20, maximumDepth: 16)
        // try?: a file of another kind is looked at as what it is.
        guard let tests = (try? JSONValue(parsing: bytes, limits: limits))?.arrayValue else { return nil }
        var entries: [String: Entry] = [:]
        for test in tests {
            let members = Self.members(test)
            for attachment in members["attachments"]?.arrayValue ?? [] {
                let said = Self.members(attachment)
                guard let file = said["exportedFileName"]?.stringValue, entries.count < Self.maximumEntries else {
                    continue
                }
                let run = [
                    members["testIdentifier"]?.stringValue, said["deviceId"]?.stringValue,
                    said["configurationName"]?.stringValue, said["repetitionNumber"]?.integerValue.map(String.init),
                ]
                entries[file] = Entry(
                    name: said["suggestedHumanReadableName"]?.stringValue,
                    takenAt: said["timestamp"]?.doubleValue.flatMap(Self.instant),
                    test: run.map { $0 ?? "" }.joined(separator: "\n")
                )
            }
        }
        guard !entries.isEmpty else { return nil }
        self.entries = entries
    }

    private static func members(_ value: JSONValue) -> [String: JSONValue] {
        Dictionary((value.objectValue ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// An instant of this or the next century, which is what a clock says.
    private static func instant(_ seconds: Double) -> Date? {
        (0..<7_000_000_000).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }
}

/// Which of the files that came together are dumps, in which order, and which picture belongs to which of them.
struct SeriesPlan {
    /// A file with what is known of it without reading it.
    struct File {
        var path: String
        var isPicture: Bool
        var entry: AttachmentManifest.Entry?

        /// What people call it.
        var name: String { (entry?.name ?? path).fileLastPart }
    }

    /// A dump and its picture, by their places among the files.
    struct Step: Hashable {
        var source: Int
        var picture: Int?
    }

    /// Seconds between a dump and the picture of the same moment, at the most.
    static let longestPause = 10.0

    /// The dumps in their order.
    private(set) var steps: [Step] = []
    /// Pictures that belong to no dump, and why that is.
    private(set) var unpaired: [(picture: Int, reason: String)] = []

    private let files: [File]
    private let keys: [SeriesKey]

    /// Pairs by the times of a manifest, then by names, then by numbers, and then as neighbours in the order of the names. What fits
    /// several is not guessed at.
    init(_ files: [File]) {
        self.files = files
        keys = files.map { SeriesKey($0.entry == nil ? $0.path : $0.name) }
        let sources = files.indices.filter { !files[$0].isPicture }.sorted { isBefore($0, $1) }
        let pictures = files.indices.filter { files[$0].isPicture }.sorted { isBefore($0, $1) }
        var owners: [Int: Int] = [:]
        var several: [Int: [Int]] = [:]
        if sources.count == 1, pictures.count == 1, isOfOneTest(sources[0], pictures[0]) {
            owners[sources[0]] = pictures[0]
        } else {
            pairByTime(sources, pictures, &owners)
            pairByKey(sources, pictures, &owners, &several) { keys[$0].text }
            pairByKey(sources, pictures, &owners, &several) { keys[$0].number.map(String.init) }
            pairNeighbours(sources, pictures, &owners, several)
        }
        steps = sources.map { Step(source: $0, picture: owners[$0]) }
        let taken = Set(owners.values)
        unpaired = pictures.filter { !taken.contains($0) }.map { ($0, reason(several[$0] ?? [])) }
    }

    private func reason(_ sources: [Int]) -> String {
        guard sources.count > 1 else { return "No dump goes with this picture, by its name, its number or its time." }
        let names = sources.prefix(3).map { "“\(files[$0].name.prefix(80))”" }.joined(separator: ", ")
        return
            "It fits \(sources.count) dumps: \(names)\(sources.count > 3 ? " and more" : ""). Drop it on the one it shows."
    }

    /// By time where both have one, else as people sort names.
    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        if let first = files[one].entry?.takenAt, let second = files[other].entry?.takenAt, first != second {
            return first < second
        }
        // A file that the manifest leaves out comes after those that it has.
        if (files[one].entry?.takenAt == nil) != (files[other].entry?.takenAt == nil) {
            return files[one].entry?.takenAt != nil
        }
        let (first, second) = (keys[one], keys[other])
        if first.text != second.text { return SeriesKey.isBefore(first.text, second.text) }
        return files[one].path == files[other].path
            ? one < other : SeriesKey.isBefore(files[one].path, files[other].path)
    }

    private func isOfOneTest(_ one: Int, _ other: Int) -> Bool {
        guard let first = files[one].entry, let second = files[other].entry else { return true }
        return first.test == second.test
    }

    /// Pairs what was attached in one test at nearly the same time, the nearest first.
    private func pairByTime(_ sources: [Int], _ pictures: [Int], _ owners: inout [Int: Int]) {
        struct Pair {
            var source: Int
            var picture: Int
            var pause: Double
        }
        var pairs: [Pair] = []
        for source in sources {
            guard let moment = files[source].entry?.takenAt else { continue }
            var near: [Pair] = []
            for picture in pictures where isOfOneTest(source, picture) {
                guard let other = files[picture].entry?.takenAt else { continue }
                let pause = abs(moment.timeIntervalSince(other))
                if pause <= Self.longestPause { near.append(Pair(source: source, picture: picture, pause: pause)) }
            }
            near.sort { ($0.pause, $0.picture) < ($1.pause, $1.picture) }
            pairs += near.prefix(16)
        }
        var taken: Set<Int> = []
        for pair in pairs.sorted(by: { ($0.pause, $0.source, $0.picture) < ($1.pause, $1.source, $1.picture) })
        where owners[pair.source] == nil && taken.insert(pair.picture).inserted {
            owners[pair.source] = pair.picture
        }
    }

    /// Pairs the one dump and the one picture that are left with a key.
    private func pairByKey(
        _ sources: [Int],
        _ pictures: [Int],
        _ owners: inout [Int: Int],
        _ several: inout [Int: [Int]],
        _ key: (Int) -> String?
    ) {
        let taken = Set(owners.values)
        func grouped(_ places: [Int]) -> [String: [Int]] {
            var groups: [String: [Int]] = [:]
            for place in places {
                if let name = key(place), !name.isEmpty { groups[name, default: []].append(place) }
            }
            return groups
        }
        let free = grouped(sources.filter { owners[$0] == nil })
        for (name, group) in grouped(pictures.filter { !taken.contains($0) && several[$0] == nil }) {
            guard let candidates = free[name] else { continue }
            if group.count == 1, candidates.count == 1, isOfOneTest(candidates[0], group[0]) {
                owners[candidates[0]] = group[0]
            } else if candidates.count > 1 {
                for picture in group { several[picture] = candidates }
            }
        }
    }

    /// Pairs what is left where dumps and pictures take turns in the order of their names.
    private func pairNeighbours(
        _ sources: [Int],
        _ pictures: [Int],
        _ owners: inout [Int: Int],
        _ several: [Int: [Int]]
    ) {
        let taken = Set(owners.values)
        let left = (sources.filter { owners[$0] == nil } + pictures.filter { !taken.contains($0) }).sorted {
            isBefore($0, $1)
        }
        guard left.count > 1, left.count.isMultiple(of: 2), several.isEmpty,
            left.allSatisfy({ files[$0].entry == nil && keys[$0].isNumbered })
        else { return }
        for place in stride(from: 0, to: left.count, by: 2)
        where files[left[place]].isPicture != files[left[0]].isPicture {
            return
        }
        for place in stride(from: 1, to: left.count, by: 2)
        where files[left[place]].isPicture == files[left[0]].isPicture {
            return
        }
        for place in stride(from: 0, to: left.count, by: 2) {
            let (first, second) = (left[place], left[place + 1])
            if files[first].isPicture { owners[second] = first } else { owners[first] = second }
        }
    }
}

/// What is left of the path of a file without the words that say which kind of file it is: `login/step 2` of
/// `login/step-02_screenshot.png`.
struct SeriesKey: Hashable {
    /// Words of it, in lower case, the numbers without leading zeros.
    let text: String
    /// The first number in the name; nil for none, and where there are more than two, as in times.
    let number: UInt64?
    /// Whether there is any number in the name, by which it has a place among the others.
    let isNumbered: Bool

    private static let kinds: Set<String> = [
        "screenshot", "screenshots", "screen", "screens", "picture", "pictures", "image", "images", "png", "jpg",
        "jpeg",
        "source", "sources", "pagesource", "page", "hierarchy", "hierarchies", "view", "views", "viewhierarchy", "ui",
        "uihierarchy", "tree", "dump", "dumps", "xml", "json", "txt", "debug", "description", "debugdescription",
    ]

    init(_ path: String) {
        let folders = path.split { $0 == "/" || $0 == "\\" }.map(String.init)
        let names = folders.dropLast() + [Self.withoutSuffix((folders.last ?? "").fileTitle)]
        let words = names.map { Self.words($0).filter { !Self.kinds.contains($0) }.joined(separator: " ") }
        text = words.filter { !$0.isEmpty }.joined(separator: "/")
        let numbers = words.last?.split(separator: " ").compactMap { UInt64($0) } ?? []
        number = numbers.count <= 2 ? numbers.first : nil
        isNumbered = !numbers.isEmpty
    }

    /// What Xcode calls an attachment ends with its number and a unique id: `Login_0_7A0D3C1E-….png`.
    private static func withoutSuffix(_ name: String) -> String {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count > 2, let last = parts.last, last.utf8.count == 36, UUID(uuidString: String(last)) != nil,
            parts[parts.count - 2].allSatisfy(\.isNumber)
        else { return name }
        return parts.dropLast(2).joined(separator: "_")
    }

    /// What people call an attachment, without its number and id: `Login.png`.
    static func plainName(_ name: String) -> String {
        let last = name.fileLastPart
        let title = last.fileTitle
        return withoutSuffix(title) + last.dropFirst(title.count)
    }

    private static func words(_ name: String) -> [String] {
        var words: [String] = []
        var isDigit = false
        for character in name.lowercased() {
            guard character.isLetter || character.isNumber else {
                if words.last?.isEmpty == false { words.append("") }
                continue
            }
            let digit = character.isASCII && character.isNumber
            if words.isEmpty || digit != isDigit && words.last?.isEmpty == false { words.append("") }
            isDigit = digit
            words[words.count - 1].append(character)
        }
        return words.filter { !$0.isEmpty }.map { word in UInt64(word).map(String.init) ?? word }
    }

    /// As people sort names: numbers by their value.
    static func isBefore(_ one: String, _ other: String) -> Bool {
        let (first, second) = (words(one), words(other))
        for (a, b) in zip(first, second) where a != b {
            if let x = UInt64(a), let y = UInt64(b) { return x < y }
            return a < b
        }
        return first.count == second.count ? one < other : first.count < second.count
    }
}
