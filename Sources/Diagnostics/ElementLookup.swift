extension RandomAccessCollection where Index == Int {
    /// Where elements that come first end, in a collection that has all of them before all others; logarithmic.
    ///
    /// - Parameter comesFirst: whether an element is one of them.
    /// - Returns: the place of the first other element, `endIndex` when there is none.
    package func end(ofFirst comesFirst: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if comesFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension RandomAccessCollection where Index == Int, Element: Comparable {
    /// Where the first element of a sorted collection stands that is past another; `endIndex` where there is none.
    package func firstPlace(past element: Element) -> Int { end(ofFirst: { $0 <= element }) }
}

extension [Int] {
    /// Where the first number of a sorted list stands that is not below another one; the count where there is none.
    package func firstPlace(notBelow number: Int) -> Int { end(ofFirst: { $0 < number }) }

    /// Whether a sorted list has a number.
    package func holds(_ number: Int) -> Bool {
        let place = firstPlace(notBelow: number)
        return place < count && self[place] == number
    }

    /// How many numbers of a sorted list lie in a range.
    package func count(in range: Range<Int>) -> Int {
        firstPlace(notBelow: range.upperBound) - firstPlace(notBelow: range.lowerBound)
    }
}

extension Array {
    /// The element at a place; nil out of range.
    package subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
