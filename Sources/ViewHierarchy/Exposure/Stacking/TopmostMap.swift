/// What lies on top where, among rectangles stacked on one another.
struct TopmostMap {
    let grid: Grid
    /// Disjoint; what nothing covers is on layer `Sheet.ground`.
    let pieces: [Sheet]
    /// False when only the largest sheets were regarded because there would have been too many pieces.
    let isComplete: Bool

    /// Lays out sheets on a grid that has all their edges.
    init(_ sheets: [Sheet], on grid: Grid, limits: ExposureLimits) {
        self.grid = grid
        func pieces(of sheets: [Sheet], atMost count: Int) -> [Sheet]? {
            TopmostPieces(
                sheets,
                columnCount: grid.columns.stripCount,
                rowCount: grid.rows.stripCount,
                maximumCount: count
            )?.pieces
        }
        if let all = pieces(of: sheets, atMost: limits.maximumPieces) {
            self.pieces = all
            isComplete = true
            return
        }
        isComplete = false
        let largest = sheets.map { (sheet: $0, area: grid.area(of: $0.rect)) }.sorted { $0.area > $1.area }
        self.pieces = pieces(of: largest.prefix(limits.largestCovers).map(\.sheet), atMost: .max) ?? []
    }

    /// A rectangle of which to measure the part where nothing lies in front of a layer.
    struct Question {
        var rect: GridRect
        /// The front-most layer that hides nothing of it.
        var layer: Int32
    }

    /// The areas asked for, in the order of the questions; nil for those that would take too many steps.
    func areas(_ questions: [Question], limits: ExposureLimits) -> [Double?] {
        var places: [Int32] = []
        var tree = PieceTree(pieces, on: grid, maximumSteps: limits.maximumSteps, places: &places)
        let pieceOrder = pieces.indices.sorted { pieces[$0].layer < pieces[$1].layer }
        let order = questions.indices.sorted { questions[$0].layer < questions[$1].layer }
        var answers = [Double?](repeating: nil, count: questions.count)
        var next = 0
        for number in order {
            let question = questions[number]
            while next < pieceOrder.count, pieces[pieceOrder[next]].layer <= question.layer {
                tree.switchOn(places[pieceOrder[next]])
                next += 1
            }
            answers[number] = tree.area(inside: question.rect)
        }
        return answers
    }
}
