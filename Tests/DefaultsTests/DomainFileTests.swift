import Defaults
import Foundation
import PropertyList
import Testing

@Suite("The file of a domain")
struct DomainFileTests {
    private func message(_ xml: String) -> String? {
        let error = #expect(throws: DefaultsError.self) { try DomainFile.values(in: Array(xml.utf8)) }
        #expect(error?.code == .notADomain)
        return error?.message
    }

    @Test("every key is taken, in any syntax")
    func read() throws {
        let values: [String: PropertyListValue] = [
            "AppleLanguages": .array([.string("en")]), "": .bool(true), "a.b/c": .unsigned(.max), "nan": .real(.nan),
            "old": .date(Date(timeIntervalSinceReferenceDate: -3e9)), "data": .data(Data([0])),
        ]
        for bytes in [
            try PropertyListWriter.binary(.dictionary(values)), try PropertyListWriter.xml(.dictionary(values)),
        ] {
            #expect(PropertyListValue.dictionary(try DomainFile.values(in: bytes)).isIdentical(to: .dictionary(values)))
        }
        #expect(try DomainFile.values(in: Array("{ a = b; }".utf8)) == ["a": .string("b")])
    }

    @Test("a list whose top is no dictionary is no domain")
    func noDictionary() {
        #expect(message("<plist><array/></plist>")?.contains("no dictionary") == true)
    }

    @Test("references of keyed archives are refused with their key, however deep")
    func references() {
        let reference = "<dict><key>CF$UID</key><integer>1</integer></dict>"
        let refusal = message(
            "<plist><dict><key>k</key><array><dict><key>x</key>\(reference)</dict></array></dict></plist>"
        )
        #expect(refusal?.contains("“k”") == true)
    }

    @Test("a dictionary that only has such a key among others is none")
    func noReference() throws {
        let values: [String: PropertyListValue] = [
            "k": .dictionary(["CF$UID": .integer(1), "other": .integer(2)]), "CF$UID": .integer(1),
        ]
        #expect(try DomainFile.values(in: PropertyListWriter.xml(.dictionary(values))) == values)
    }
}
