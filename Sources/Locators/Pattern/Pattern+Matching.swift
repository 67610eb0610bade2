import ViewHierarchy

extension Pattern {
    /// The places of one match: for each group where it begins and ends, -1 where it took no part.
    typealias Match = [Int]

    /// Whether the pattern is found somewhere in a text.
    func isFound(in text: String, budget: WorkBudget) throws(LocatorError) -> Bool {
        try run(Array(text.unicodeScalars), from: 0, isWhole: false, keepsGroups: false, budget) != nil
    }

    /// Whether the pattern is the whole text.
    package func isWhole(_ text: String, budget: WorkBudget) throws(LocatorError) -> Bool {
        try run(Array(text.unicodeScalars), from: 0, isWhole: true, keepsGroups: false, budget) != nil
    }

    /// The first match from a place on, of several at one place the preferred one.
    func firstMatch(
        in text: [Unicode.Scalar],
        from start: Int,
        budget: WorkBudget
    ) throws(LocatorError) -> Match? {
        try run(text, from: start, isWhole: false, keepsGroups: true, budget)
    }

    /// The ways that are followed at one place of the text, the preferred one first.
    private struct Threads {
        var places: [Int] = []
        var groups: [Match] = []
        /// In which round each instruction was added last.
        var rounds: [Int]
        /// How many instructions were looked at.
        var work = 0

        init(_ count: Int) { rounds = Array(repeating: -1, count: count) }

        mutating func clear() {
            places.removeAll(keepingCapacity: true)
            groups.removeAll(keepingCapacity: true)
            work = 0
        }
    }

    private func run(
        _ text: [Unicode.Scalar],
        from start: Int,
        isWhole: Bool,
        keepsGroups: Bool,
        _ budget: WorkBudget
    ) throws(LocatorError) -> Match? {
        var now = Threads(program.count)
        var then = Threads(program.count)
        var best: Match?
        let none = keepsGroups ? Match(repeating: -1, count: 2 * groupCount) : []
        var at = start
        while at <= text.count {
            if best == nil, !isWhole || at == start { add(0, none, to: &now, text, at, keepsGroups) }
            guard !now.places.isEmpty || best == nil && !isWhole else { break }
            try budget.spend(1 + now.work * (keepsGroups ? 1 + groupCount : 1))
            then.clear()
            for (number, place) in now.places.enumerated() {
                let groups = keepsGroups ? now.groups[number] : []
                if case .match = program[place] {
                    guard !isWhole || at == text.count else { continue }
                    best = groups
                    guard keepsGroups else { return [] }
                    // What is less preferred counts no more.
                    break
                }
                if at < text.count, accepts(program[place], text[at]) {
                    add(place + 1, groups, to: &then, text, at + 1, keepsGroups)
                }
            }
            swap(&now, &then)
            at += 1
        }
        return best
    }

    private func accepts(_ instruction: Instruction, _ scalar: Unicode.Scalar) -> Bool {
        switch instruction {
        case .scalar(let value):
            value == scalar.value || ignoresCase && Self.folded(value) == Self.folded(scalar.value)
        case .any: !Self.isLineEnd(scalar)
        case .set(let number): sets[number].contains(scalar, ignoringCase: ignoresCase)
        default: false
        }
    }

    private static func folded(_ value: UInt32) -> UInt32 {
        guard value > 0x7F else { return (0x41...0x5A).contains(value) ? value + 0x20 : value }
        guard let scalar = Unicode.Scalar(value) else { return value }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first?.value ?? value : value
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA...0xD, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Adds an instruction and all that are reached from it without taking a character.
    private func add(
        _ place: Int,
        _ groups: Match,
        to threads: inout Threads,
        _ text: [Unicode.Scalar],
        _ at: Int,
        _ keepsGroups: Bool
    ) {
        var pending: [(place: Int, groups: Match)] = [(place, groups)]
        while let (place, groups) = pending.popLast() {
            threads.work += 1
            guard threads.rounds[place] != at else { continue }
            threads.rounds[place] = at
            switch program[place] {
            case .jump(let target): pending.append((target, groups))
            case .split(let first, let second):
                pending.append((second, groups))
                pending.append((first, groups))
            case .save(let slot):
                var groups = groups
                if keepsGroups { groups[slot] = at }
                pending.append((place + 1, groups))
            case .assert(let assertion):
                if holds(assertion, text, at) { pending.append((place + 1, groups)) }
            case .scalar, .any, .set, .match:
                threads.places.append(place)
                if keepsGroups { threads.groups.append(groups) }
            }
        }
    }

    private func holds(_ assertion: Assertion, _ text: [Unicode.Scalar], _ at: Int) -> Bool {
        func isWord(_ index: Int) -> Bool {
            text.indices.contains(index) && ScalarSet.Kind.word.contains(text[index])
        }
        return switch assertion {
        case .start: at == 0
        case .veryEnd: at == text.count
        case .end:
            at == text.count || at == text.count - 1 && Self.isLineEnd(text[at])
                || at == text.count - 2 && text[at] == "\r" && text[at + 1] == "\n"
        case .boundary: isWord(at - 1) != isWord(at)
        case .noBoundary: isWord(at - 1) == isWord(at)
        }
    }
}
