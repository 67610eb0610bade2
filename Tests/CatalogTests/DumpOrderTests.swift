import Catalog
import DumpFormats
import Foundation
import ViewHierarchy
import Testing

@Suite("DumpOrder")
struct DumpOrderTests {
    private func dump(_ id: String, name: String, views: Int, at seconds: Double) -> StoredDump {
        StoredDump(
            id: id,
            name: name,
            format: .vitrineJSON,
            viewCount: views,
            depth: 1,
            size: .zero,
            createdAt: Date(timeIntervalSinceReferenceDate: seconds)
        )
    }

    @Test("dumps are listed by what is asked for, then the newer first, then by id")
    func orders() {
        let dumps = [
            dump("a", name: "beta", views: 5, at: 1), dump("b", name: "Alpha", views: 5, at: 2),
            dump("c", name: "alpha", views: 9, at: 2), dump("d", name: "Gamma", views: 1, at: 3),
        ]
        let expected: [DumpOrder: String] = [.newest: "dbca", .name: "bcad", .views: "cbad"]
        for order in DumpOrder.allCases {
            #expect(dumps.shuffled().sorted(by: order.isListedBefore).map(\.id).joined() == expected[order])
        }
    }
}
