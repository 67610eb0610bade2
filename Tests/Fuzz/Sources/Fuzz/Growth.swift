import Foundation

/// Looks for readers whose time grows faster than their input, which the short inputs of libFuzzer do not show.
///
/// Words of the dictionary and pieces of the first inputs are repeated to two lengths, the second eight times the first.
struct Growth {
    private static let (short, factor) = (32_768, 8)
    /// What eight times the input may take at most: eight times the time, and as much again for caches and allocations.
    private static let steepest = 24.0
    /// Below that a clock and other programs count for more than the reader.
    private static let negligible = 0.3

    private let target: FuzzTarget
    private let words: [[UInt8]]
    private let seeds: [[UInt8]]

    init(_ target: FuzzTarget, dictionary: URL, seeds folder: URL) throws {
        self.target = target
        words = try String(contentsOf: dictionary, encoding: .utf8).split(separator: "\n").compactMap(Self.word)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        seeds = try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
    }

    /// Tries repetitions for so many seconds.
    /// - Returns: a sentence about each input that took too long, written into the folder.
    func run(seconds: Double, found folder: URL) throws -> [String] {
        let start = Date()
        var faults: [String] = []
        var random = SystemRandomNumberGenerator()
        var pending = words.map { (head: [UInt8](), unit: $0) }
        while Date().timeIntervalSince(start) < seconds, faults.count < 3 {
            let (head, unit) = pending.popLast() ?? next(&random)
            guard !unit.isEmpty else { continue }
            let long = time(head, unit, Self.short * Self.factor)
            guard long > Self.negligible, long / time(head, unit, Self.short) > Self.steepest else { continue }
            let place = folder.appending(path: "slow-\(faults.count)")
            try Data(Self.input(head, unit, Self.short * Self.factor)).write(to: place)
            faults.append("\(target.name) took \(long) s for \(place.path)")
        }
        return faults
    }

    /// A piece of a first input, perhaps with a word or two, behind the beginning of one.
    private func next(_ random: inout SystemRandomNumberGenerator) -> (head: [UInt8], unit: [UInt8]) {
        func piece(atMost length: Int) -> [UInt8] {
            guard let seed = seeds.randomElement(using: &random), !seed.isEmpty else { return [] }
            let start = Int.random(in: 0..<seed.count, using: &random)
            return Array(seed[start...].prefix(Int.random(in: 1...length, using: &random)))
        }
        let head = (seeds.randomElement(using: &random) ?? []).prefix(Int.random(in: 0...2_000, using: &random))
        var unit = Bool.random(using: &random) ? piece(atMost: 60) : words.randomElement(using: &random) ?? []
        if Bool.random(using: &random) { unit += words.randomElement(using: &random) ?? [] }
        return (Array(head), unit)
    }

    /// In seconds of the processor, the better of two.
    private func time(_ head: [UInt8], _ unit: [UInt8], _ length: Int) -> Double {
        let input = Self.input(head, unit, length)
        return (0..<2).map { _ in
            let start = clock()
            target.run(input)
            return Double(clock() - start) / Double(CLOCKS_PER_SEC)
        }.min() ?? 0
    }

    private static func input(_ head: [UInt8], _ unit: [UInt8], _ length: Int) -> [UInt8] {
        head + Array(repeatElement(unit, count: max(length / unit.count, 1)).joined())
    }

    /// A word of a dictionary of libFuzzer, without its quotes and escapes; nil for a comment.
    private static func word(_ line: Substring) -> [UInt8]? {
        guard line.hasPrefix("\""), line.hasSuffix("\"") else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(line.dropFirst().dropLast().utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            if escaped == UInt8(ascii: "x"),
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(escaped)
            }
        }
        return bytes
    }
}
