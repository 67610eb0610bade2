/// Finds the word that was meant by one that is not known.
package enum NearSpelling {
    /// Longer words are not compared.
    private static let longest = 64

    /// `; did you mean “width”?` for a word that is near to one of the known ones, else nothing.
    package static func hint(for word: String, among known: some Sequence<String>) -> String {
        nearest(to: word, among: known).map { "; did you mean “\($0)”?" } ?? ""
    }

    /// The nearest of the known words, if it is as near as a slip of the finger: a third of the letters at the
    /// most, and of a word of three letters or more one besides.
    package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        guard !letters.isEmpty, letters.count <= longest else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let other = Array(candidate.lowercased().unicodeScalars)
            guard other.count <= longest else { continue }
            let distance = distance(letters, other)
            guard distance <= max(letters.count, other.count) / 3 + (letters.count < 3 ? 0 : 1) else { continue }
            if distance < (best?.distance ?? .max) { best = (candidate, distance) }
        }
        return best?.word
    }

    /// How many letters have to be put in, left out, changed or swapped with their neighbour (optimal string alignment).
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var rows = [Array(0...b.count)]
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            for (j, other) in b.enumerated() {
                var least = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
