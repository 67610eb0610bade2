import Foundation
import PropertyList
import TestSupport
import ViewHierarchy

/// A tree in the formats that are archives.
enum ArchiveText {
    // MARK: Lookin

    /// `NSKeyedArchiver`'s form: all objects in one array.
    static func lookin(_ tree: ViewTree) throws -> [UInt8] {
        var archiver = Archiver()
        var items: [Int: PropertyListValue] = [:]
        // From the leaves up, so that each item knows those below it.
        for index in tree.indices.reversed() {
            let name = tree.className(of: index)
            let frame = PropertyListValue.string(FormatText.braces(tree, index))
            let subitems = tree.subviews(of: index).compactMap { items.removeValue(forKey: $0) }
            items[index] = archiver.object(
                "LookinDisplayItem",
                [
                    "viewObject": archiver.thing(index * 2, [name, "UIView", "UIResponder", "NSObject"]),
                    "layerObject": archiver.thing(index * 2 + 1, ["CALayer", "NSObject"]),
                    "frame": frame, "bounds": frame, "hidden": .bool(false), "alpha": .real(1),
                    "subitems": archiver.array(subitems),
                ]
            )
        }
        let windows = archiver.array(tree.roots.compactMap { items[$0] })
        let info = archiver.object("LookinHierarchyInfo", ["1": windows])
        let root = archiver.object("LookinHierarchyFile", ["serverVersion": .integer(7), "hierarchyInfo": info])
        return try PropertyListWriter.binary(
            .dictionary([
                "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
                "$top": .dictionary(["root": root]), "$objects": .array(archiver.objects),
            ])
        )
    }

    private struct Archiver {
        private(set) var objects: [PropertyListValue] = [.string("$null")]
        private var known: [String: PropertyListValue] = [:]

        private mutating func add(_ value: PropertyListValue) -> PropertyListValue {
            objects.append(value)
            return .dictionary(["CF$UID": .integer(Int64(objects.count - 1))])
        }

        /// Adds something once.
        private mutating func shared(_ key: String, _ value: PropertyListValue) -> PropertyListValue {
            if let place = known[key] { return place }
            let place = add(value)
            known[key] = place
            return place
        }

        mutating func object(_ className: String, _ members: [String: PropertyListValue]) -> PropertyListValue {
            let names = PropertyListValue.array([.string(className), .string("NSObject")])
            var members = members
            members["$class"] = shared(
                "class " + className,
                .dictionary(["$classname": .string(className), "$classes": names])
            )
            return add(.dictionary(members))
        }

        mutating func array(_ elements: [PropertyListValue]) -> PropertyListValue {
            object("NSArray", ["NS.objects": .array(elements)])
        }

        mutating func thing(_ number: Int, _ chain: [String]) -> PropertyListValue {
            let key = "chain " + chain.joined(separator: " ")
            if known[key] == nil { known[key] = array(chain.map { shared($0, .string($0)) }) }
            let address = add(.string("0x600000\(String(number, radix: 16))"))
            return object(
                "LookinObject",
                ["oid": .integer(Int64(number)), "memoryAddress": address, "classChainList": known[key] ?? .integer(0)]
            )
        }
    }

    // MARK: Compiled nib

    /// The tables of a NIBArchive. The objects are the root, the array of its views, then each view and the array of its
    /// subviews.
    static func nib(_ tree: ViewTree) -> [UInt8] {
        let keys = [
            "UINibTopLevelObjectsKey", "NSInlinedValue", "UINibEncoderEmptyKey", "UIBounds", "UICenter", "UISubviews",
            "UIAutoresizingMask", "UIOpaque",
        ]
        var names = ["NSObject", "NSArray"]
        var (objects, values): ([UInt8], [UInt8]) = ([], [])
        var valueCount = 0
        func object(_ name: String, _ members: [(key: Int, value: [UInt8])]) {
            let place = names.firstIndex(of: name) ?? names.count
            if place == names.count { names.append(name) }
            for number in [place, valueCount, members.count] { objects += variable(number) }
            for member in members { values += variable(member.key) + member.value }
            valueCount += members.count
        }
        func array(_ views: [Int]) {
            object("NSArray", [(1, [4])] + views.map { (2, reference(2 + 2 * $0)) })
        }
        object("NSObject", [(0, reference(1))])
        array(tree.roots)
        for index in tree.indices {
            let (bounds, center) = (tree.bounds(of: index), tree.center(of: index))
            let numbers = [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height]
            object(
                tree.className(of: index),
                [
                    (3, doubles(numbers)), (4, doubles([center.x, center.y])), (5, reference(3 + 2 * index)),
                    (6, [0, 34]), (7, [5]),
                ]
            )
            array(tree.subviews(of: index))
        }
        let coded = [
            (2 + 2 * tree.count, objects), (keys.count, keys.flatMap { variable($0.utf8.count) + Array($0.utf8) }),
            (valueCount, values),
            (names.count, names.flatMap { variable($0.utf8.count + 1) + variable(0) + Array($0.utf8) + [0] }),
        ]
        var header = Array("NIBArchive".utf8) + word(1) + word(9)
        var offset = 50
        for (count, table) in coded {
            header += word(count) + word(offset)
            offset += table.count
        }
        return header + coded.flatMap(\.1)
    }

    private static func variable(_ number: Int) -> [UInt8] {
        var (number, bytes): (Int, [UInt8]) = (number, [])
        while number > 0x7F {
            bytes.append(UInt8(number & 0x7F))
            number >>= 7
        }
        return bytes + [UInt8(number | 0x80)]
    }

    private static func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }

    private static func reference(_ place: Int) -> [UInt8] { [10] + word(place) }

    private static func doubles(_ numbers: [Double]) -> [UInt8] {
        let bytes = numbers.flatMap { number in (0..<8).map { UInt8(number.bitPattern >> (8 * $0) & 0xFF) } }
        return [8] + variable(bytes.count + 1) + [7] + bytes
    }

    // MARK: Xcode

    /// A bundle with one response, whose numbers are in hexadecimal as the debugger sends them.
    static func xcodeViewHierarchy(_ tree: ViewTree) -> [UInt8] {
        let group = "com.apple.UIKit.UIView"
        var text =
            "{\"version\":2,\"topLevelGroups\":{\"\(group)\":{\"groupingID\":\"\(group)\",\"debugHierarchyObjects\":["
        var open = 0
        for index in tree.indices {
            let isFirst = tree.depth(of: index) == open
            while open > tree.depth(of: index) {
                text += "]}}"
                open -= 1
            }
            if !isFirst { text += "," }
            text +=
                "{\"objectID\":\"0x6000\(String(index, radix: 16))\",\"className\":\"\(tree.className(of: index))\","
            text += "\"properties\":[\(property("frame", tree.frame(of: index))),"
            text += "\(property("bounds", tree.bounds(of: index)))],"
            text += "\"childGroup\":{\"groupingID\":\"\(group)\",\"debugHierarchyObjects\":["
            open += 1
        }
        text += String(repeating: "]}}", count: open) + "]}}}"
        var writer = ZipWriter()
        let metadata = try? PropertyListWriter.xml(.dictionary(["DocumentVersion": .string("1")]))
        writer.add(ZipWriter.Entry("a.viewhierarchy/metadata", metadata ?? []))
        writer.add(ZipWriter.Entry("a.viewhierarchy/RequestResponses/Response_0", Array(text.utf8)))
        return writer.finish()
    }

    private static func property(_ name: String, _ rect: Rect) -> String {
        let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
        let values = numbers.map { "\"\(String(format: "%a", $0))\"" }.joined(separator: ",")
        return "{\"propertyName\":\"\(name)\",\"propertyFormat\":\"CGf, CGf, CGf, CGf\",\"propertyValue\":[\(values)],"
            + "\"fetchStatus\":4}"
    }
}
