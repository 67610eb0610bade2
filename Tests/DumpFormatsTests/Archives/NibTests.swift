import Diagnostics
import DumpFormats
import Foundation
import Testing
import TestSupport
import ViewHierarchy

@Suite("Compiled nibs")
struct NibTests {
    @Test("both forms of a compiled nib give the same views", arguments: ["kitchen.nib", "kitchen-old.nib"])
    func views(file: String) throws {
        let dump = try DumpReader.read(Fixtures.bytes("dumps/\(file)"))
        let tree = dump.tree
        #expect(dump.format == .nib)
        #expect(dump.outline == ["Kitchen.TimerView", ".UILabel", ".UIButton"])
        #expect(tree.attribute("baseClass", of: 0) == "UIView")
        #expect(tree.frame(of: 0) == Rect(x: 0, y: 0, width: 320, height: 480))
        #expect(tree.frame(of: 1) == Rect(x: 20, y: 20, width: 280, height: 21))
        #expect(tree.autoresizingMask(of: 1) == [.flexibleWidth, .flexibleBottomMargin])
        #expect(tree.text(of: 1) == "Chef" && tree.tag(of: 1) == 7)
        #expect(tree.contentMode(of: 1) == .left)
        #expect(!tree.flags(of: 1).contains(.userInteractionEnabled))
        #expect(tree.attribute("font.pointSize", of: 1) == "17")
        #expect(tree.text(of: 2) == "Stop" && tree.flags(of: 2).contains(.hidden))
        #expect(tree.attribute("backgroundColor", of: 0) == "UIExtendedSRGBColorSpace 1 0.5 0 1")
        #expect(tree.attribute("constraint", of: 0)?.hasSuffix("+ 8 @1000") == true)
        #expect(tree.flags(of: 0).isSuperset(of: [.clipsToBounds, .autoresizesSubviews]))
        #expect(dump.codes.isEmpty)
        #expect(dump.report.contains { $0.code == "lost.runtime" })
        #expect(tree.unknownProperties(of: 0).contains { $0.name == "alpha" })
    }

    @Test("a nib cut anywhere is refused, and says where it ends")
    func cut() throws {
        let bytes = try Fixtures.bytes("dumps/kitchen.nib")
        for length in 10..<bytes.count - 1 {
            let error = #expect(throws: DumpError.self) { try DumpReader.read(Array(bytes.prefix(length))) }
            #expect(error?.code == .unreadable)
            #expect(error?.message.contains("damaged") == true)
        }
    }

    @Test("damaged nibs are read or refused, never more", arguments: ["kitchen.nib", "kitchen-old.nib"])
    func mutations(file: String) throws {
        let bytes = try Fixtures.bytes("dumps/\(file)")
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<1_500 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let index = Int.random(in: 10..<damaged.count, using: &generator)
                damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            guard let dump = try? DumpReader.read(damaged) else { continue }
            #expect(dump.tree.count > 0)
        }
    }

    @Test("counts that no file could hold are refused before anything is made of them")
    func counts() throws {
        var bytes = Array("NIBArchive".utf8) + [1, 0, 0, 0, 9, 0, 0, 0]
        for _ in 0..<4 { bytes += [0xFF, 0xFF, 0xFF, 0x7F, 50, 0, 0, 0] }
        let error = #expect(throws: DumpError.self) { try DumpReader.read(bytes + [0, 0, 0]) }
        #expect(error?.message.contains("table of objects") == true)
    }

    @Test("an empty nib says that it holds no view")
    func empty() throws {
        var bytes = Array("NIBArchive".utf8) + [1, 0, 0, 0, 9, 0, 0, 0]
        for _ in 0..<4 { bytes += [0, 0, 0, 0, 50, 0, 0, 0] }
        #expect(throws: DumpError.self) { try DumpReader.read(bytes) }
    }
}
