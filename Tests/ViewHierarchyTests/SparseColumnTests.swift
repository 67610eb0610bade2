import Testing

@testable import ViewHierarchy

@Suite("SparseColumn")
struct SparseColumnTests {
    @Test("views without a value have none, whatever the order of writing")
    func values() {
        var column = SparseColumn<String>()
        column[7] = "seven"
        column[2] = "two"
        column[7] = "SEVEN"
        #expect((0..<9).map { column[$0] } == [nil, nil, "two", nil, nil, nil, nil, "SEVEN", nil])
        column[7] = nil
        column[100] = nil
        #expect(column[7] == nil && column[2] == "two" && column[100] == nil)
        column[7] = "again"
        #expect(column[7] == "again" && column[2] == "two")
    }

    @Test("an index that no view can have is ignored", arguments: [-1, Int.min, Int.max])
    func outOfRange(index: Int) {
        var column = SparseColumn<Int>()
        column[index] = 1
        #expect(column[index] == nil)
    }
}
