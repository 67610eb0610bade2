import Diagnostics
import DumpFormats
import Foundation
import PropertyList
import Testing
import TestSupport
import ViewHierarchy

@Suite("Lookin files")
struct LookinTests {
    private func kitchen() throws -> Dump { try DumpReader.read(Fixtures.bytes("dumps/kitchen.lookin")) }

    @Test("the items become views, with their layers where there is no view")
    func views() throws {
        let dump = try kitchen()
        #expect(dump.format == .lookin)
        #expect(
            dump.outline == [
                "UIWindow", ".Kitchen.TimerView", "..UILabel", "..CAShapeLayer", ".UIScrollView", ".UIView",
            ]
        )
        let tree = dump.tree
        #expect(tree.address(of: 1) == "0x7fa120")
        #expect(tree.frame(of: 1) == Rect(x: 16, y: 100, width: 358, height: 120))
        #expect(tree.alpha(of: 1) == 0.75)
        #expect(tree.flags(of: 1).isSuperset(of: [.hidden, .clipsToBounds]))
        #expect(tree.controller(of: 1) == "Kitchen.TimerController")
        #expect(tree.attribute("classChain", of: 1) == "Kitchen.TimerView : UIControl : UIView")
        #expect(tree.attribute("lookin", of: 3) == "layer without a view")
        #expect(!tree.flags(of: 3).contains(.userInteractionEnabled))
    }

    @Test("what the panels show becomes properties and attributes")
    func attributes() throws {
        let tree = try kitchen().tree
        #expect(tree.text(of: 2) == "Chef")
        #expect(tree.tag(of: 2) == 7)
        #expect(tree.contentMode(of: 2) == .center)
        #expect(!tree.flags(of: 2).contains(.userInteractionEnabled))
        #expect(tree.attribute("textColor", of: 2) == "UIExtendedSRGBColorSpace 1 0 0 1")
        #expect(tree.attribute("font.pointSize", of: 2) == "17")
        #expect(tree.attribute("zz_new", of: 2) == "kept")
        #expect(tree.attribute("backgroundColor", of: 1) == "UIExtendedSRGBColorSpace 0 0.5 1 1")
        let constraint = tree.attribute("constraint", of: 1)
        #expect(
            constraint
                == "UILabel 0x7fa130.leading = 1.0 * Kitchen.TimerView 0x7fa120.leading + 8.0 @1000.0 'lead'"
        )
        #expect(tree.contentSize(of: 4) == Size(width: 390, height: 1_200))
    }

    @Test("bounds scroll, and those of another size than the frame are told")
    func bounds() throws {
        let dump = try kitchen()
        #expect(dump.tree.bounds(of: 4).origin == Point(x: 0, y: 47.5))
        #expect(dump.tree.frame(of: 5) == Rect(x: -18, y: -18, width: 136, height: 136))
        #expect(dump.tree.attribute("bounds", of: 5)?.hasSuffix("100.0 100.0") == true)
        #expect(dump.report.contains { $0.code == "lost.transform" && $0.message.contains("1 view has") })
        #expect(dump.report.contains { $0.code == "lost.autoresizingMask" })
        #expect(dump.tree.diagnostics(limit: 9).isEmpty)
    }

    @Test("what an archive does not say stays unknown")
    func unknown() throws {
        let unknown = try kitchen().tree.unknownProperties(of: 5).map(\.name)
        #expect(unknown.contains("tag") && unknown.contains("autoresizingMask") && !unknown.contains("alpha"))
    }

    @Test("pictures, screen, device and app come along")
    func envelope() throws {
        let dump = try kitchen()
        #expect(dump.pictures.keys.sorted() == [0, 2])
        #expect(dump.screenshot?.isEmpty == false)
        #expect(dump.device?.name == "iPhone 14" && dump.device?.width == 390)
        #expect(dump.app == "com.example.kitchen" && dump.name == "Kitchen")
        let left = dump.report.filter { $0.code == "document.picture" }
        #expect(left.map(\.view) == [1] && left.first?.message.contains("neither PNG nor JPEG") == true)
    }

    @Test("an archive as XML is read alike")
    func xml() throws {
        let list = try PropertyListReader.read(Fixtures.bytes("dumps/kitchen.lookin"))
        let dump = try DumpReader.read(PropertyListWriter.xml(list))
        #expect(try dump.format == .lookin && dump.outline == kitchen().outline)
    }

    // MARK: Damage

    /// The objects of the fixture, changed.
    private func changed(
        _ change: (inout [PropertyListValue]) -> Void
    ) throws -> [UInt8] {
        var root = try #require(try PropertyListReader.read(Fixtures.bytes("dumps/kitchen.lookin")).dictionaryValue)
        var objects = try #require(root["$objects"]?.arrayValue)
        change(&objects)
        root["$objects"] = .array(objects)
        return try PropertyListWriter.binary(.dictionary(root))
    }

    /// The places of the objects with a member.
    private func places(_ member: String, in objects: [PropertyListValue]) -> [Int] {
        objects.indices.filter { objects[$0][member] != nil }
    }

    @Test("an item inside itself is read once")
    func cycle() throws {
        let bytes = try changed { objects in
            let items = places("subitems", in: objects)
            guard let first = items.first, let last = items.last else { return }
            guard let list = objects[first]["subitems"], var members = objects[last].dictionaryValue else { return }
            members["subitems"] = list
            objects[last] = .dictionary(members)
        }
        let dump = try DumpReader.read(bytes)
        #expect(dump.tree.count == 6)
        #expect(dump.codes.contains("archive.repeated"))
    }

    @Test("missing frames, classes and references are told, and the rest is kept")
    func missing() throws {
        let bytes = try changed { objects in
            for place in places("subitems", in: objects).dropFirst(3) {
                guard var members = objects[place].dictionaryValue else { continue }
                members["frame"] = .string("{{nan, 1e308}, {1")
                members["viewObject"] = .dictionary(["CF$UID": .integer(9_999_999)])
                members["attributesGroupList"] = .dictionary(["CF$UID": .integer(-1)])
                objects[place] = .dictionary(members)
            }
        }
        let dump = try DumpReader.read(bytes)
        #expect(dump.tree.count == 6)
        #expect(Set(dump.codes).isSuperset(of: ["missing.frame"]))
    }

    @Test("a file without items, and an archive of something else, are refused with a reason")
    func empty() throws {
        let none = try changed { objects in
            for place in places("1", in: objects) { objects[place] = .dictionary(["$class": .integer(1)]) }
        }
        let error = #expect(throws: DumpError.self) { try DumpReader.read(none) }
        #expect(error?.code == .unreadable)
        let other = try changed { objects in
            for place in objects.indices where objects[place]["$classname"]?.stringValue == "LookinHierarchyFile" {
                objects[place] = .dictionary(["$classname": .string("NSArray")])
            }
        }
        let refusal = #expect(throws: DumpError.self) { try DumpReader.read(other) }
        #expect(refusal?.code == .unknownFormat)
        let forced = #expect(throws: DumpError.self) { try DumpReader.read(other, format: .lookin) }
        #expect(forced?.message.contains("LookinHierarchyFile") == true)
    }

    @Test("limits hold for archives")
    func limits() throws {
        let bytes = try Fixtures.bytes("dumps/kitchen.lookin")
        let views = #expect(throws: DumpError.self) {
            try DumpReader.read(bytes, limits: DumpLimits(maximumViews: 3))
        }
        #expect(views?.code == .tooLarge)
        let depth = #expect(throws: DumpError.self) {
            try DumpReader.read(bytes, limits: DumpLimits(maximumDepth: 1))
        }
        #expect(depth?.code == .tooDeep)
    }

    @Test("damaged archives are read or refused, never more")
    func mutations() throws {
        let bytes = try Fixtures.bytes("dumps/kitchen.lookin")
        var generator = SeededGenerator(seed: 11)
        for round in 0..<600 {
            var damaged = bytes
            if round % 3 == 0 { damaged = Array(damaged.prefix(.random(in: 0...bytes.count, using: &generator))) }
            for _ in 0..<Int.random(in: 1...12, using: &generator) where !damaged.isEmpty {
                let index = Int.random(in: damaged.indices, using: &generator)
                damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            guard let dump = try? DumpReader.read(damaged) else { continue }
            #expect(dump.tree.count > 0)
        }
    }
}
