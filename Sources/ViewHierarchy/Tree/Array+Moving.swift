extension Array {
    /// Moves a run of elements in front of the element at `destination`, which lies outside the run.
    mutating func move(_ range: Range<Int>, to destination: Int) {
        guard !range.isEmpty, destination < range.lowerBound || destination > range.upperBound else { return }
        // Two neighbouring runs change places; only what lies between start and end is written.
        let isForward = destination > range.upperBound
        let whole = isForward ? range.lowerBound..<destination : destination..<range.upperBound
        let middle = isForward ? range.upperBound : range.lowerBound
        let rotated = Array(self[middle..<whole.upperBound]) + self[whole.lowerBound..<middle]
        replaceSubrange(whole, with: rotated)
    }
}
