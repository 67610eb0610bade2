import Catalog
import FoundationEssentials
import HTTP
import Testing
import ViewHierarchy

@testable import Services

@Suite("Name, folder and tags by a form")
struct DescriptionPageTests {
    private func dump(_ id: String, _ tags: [String], in folder: String?) -> DumpSummary {
        var dump = DumpSummary(
            id: id,
            name: "Dump \(id)",
            format: .recursiveDescription,
            app: nil,
            viewCount: 1,
            depth: 0,
            size: .zero,
            capturedAt: nil,
            createdAt: Date(timeIntervalSince1970: 0),
            readOnly: false
        )
        (dump.tags, dump.folder) = (tags, folder)
        return dump
    }

    /// What becomes of a dump in the folder “Old” with the tags a and b, and of one in no folder with b and c.
    private func changes(_ fields: String, of ids: String) throws -> [String] {
        let all = ["1": dump("1", ["a", "b"], in: "Old"), "2": dump("2", ["b", "c"], in: nil)]
        let form = try URLEncodedForm(parsing: Array(fields.utf8))
        return try DescriptionPage(ids.compactMap { all[String($0)] }, form).changes().map { change in
            let tags = change.tags.map { $0.joined(separator: " ") }
            return [change.name, change.folder, tags].map { $0 ?? "-" }.joined(separator: "/")
        }
    }

    @Test(
        "a field that nobody changed leaves each dump as it is, and tags that only some have stay with those",
        arguments: [
            ("", "1", ["-/-/-"]), ("name=Dump+1&folder=Old&tags=a,+b", "1", ["-/-/-"]),
            ("name=New&folder=&tags=a", "1", ["New//a"]), ("tags=", "1", ["-/-/"]),
            // The tag that came while the form was open stays.
            ("former-tags=a&tags=d", "1", ["-/-/b d"]),
            ("folder=&tags=b", "12", ["-/-/-", "-/-/-"]), ("name=No&folder=New", "12", ["-/New/-", "-/New/-"]),
            ("tags=+d+,,d,", "12", ["-/-/a d", "-/-/c d"]),
        ]
    )
    func change(_ fields: String, _ ids: String, _ changed: [String]) throws {
        #expect(try changes(fields, of: ids) == changed)
    }

    @Test("too many tags change none of the dumps")
    func tooMany() throws {
        let many = (0..<DumpSummary.maximumTags).map(String.init).joined(separator: ",")
        #expect(try changes("tags=\(many)", of: "1").count == 1)
        #expect(throws: CatalogError.self) { try changes("tags=\(many)", of: "12") }
    }
}
