import Archives
import Diagnostics
import JSON
import PropertyList
import ViewHierarchy

/// A zipped `.viewhierarchy` bundle: what Xcode's view debugger exports, responses of the debugged app in JSON, plain or
/// compressed.
enum XcodeViewHierarchyFormat: FormatReader {
    static let facts = FormatFacts(
        .xcodeViewHierarchy,
        .archive,
        losses: .lost("pictures [pictures of layers]: The pictures of layers in the bundle are not read.")
    )

    /// The folder with the responses.
    private static let folder = "RequestResponses"
    /// What a bundle may hold: it is mostly pictures.
    private static let archiveLimits = ArchiveLimits(
        maximumEntries: 10_000,
        maximumEntryBytes: maximumResponseBytes,
        maximumTotalBytes: 256 << 20
    )
    /// The most bytes of one response.
    private static let maximumResponseBytes = 64 << 20
    /// The most responses that are read.
    private static let maximumResponses = 1_000

    static func signs(in input: DumpInput) -> FormatSigns {
        guard isArchive(input.bytes) else { return FormatSigns(.none, "It is no zip archive.") }
        guard isBundle(input.bytes) else { return FormatSigns(.none, "The archive holds no folder \(folder).") }
        return FormatSigns(.certain, "The archive holds a folder \(folder).")
    }

    /// Whether some bytes are a zip archive with the responses of a view debugger.
    static func isBundle(_ bytes: [UInt8]) -> Bool {
        guard isArchive(bytes) else { return false }
        let found = try? Archive.reading(bytes[...], limits: archiveLimits) { archive throws(ArchiveError) in
            archive.entries.contains { responseNumber($0.path) != nil }
        }
        return found ?? false
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        guard isArchive(input.bytes) else { throw .other("It is no zip archive.", line: 1) }
        var reader = XcodeViewHierarchyReader(limits: input.limits)
        var name: String?
        var found = false
        do throws(ArchiveError) {
            try Archive.reading(input.bytes[...], limits: archiveLimits) { archive throws(ArchiveError) in
                let responses = archive.entries.compactMap { entry in
                    responseNumber(entry.path).map { (number: $0, entry: entry) }
                }.sorted { $0.number < $1.number }
                found = !responses.isEmpty
                if let entry = archive.entries.first(where: { $0.path.split(separator: "/").last == "metadata" }) {
                    name = self.name(in: try archive.read(entry))
                }
                for (number, entry) in responses.prefix(maximumResponses) {
                    add(try archive.read(entry), number: number, to: &reader, limits: input.limits)
                }
            }
        } catch {
            throw DumpError(error.code == .tooLarge ? .tooLarge : .unreadable, error.message)
        }
        guard found else { throw .other("The archive holds no folder \(folder).", line: nil) }
        var dump = try reader.finish()
        dump.name = name
        return dump
    }

    private static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// The number of a response, by its path: `App.viewhierarchy/RequestResponses/Response_3`.
    private static func responseNumber(_ path: String) -> Int? {
        let parts = path.split(separator: "/")
        guard let name = parts.last, parts.dropLast().last.map({ $0 == folder }) == true else { return nil }
        let digits = name.split(separator: "_").last?.prefix { $0.isASCII && $0.isNumber } ?? ""
        return Int(digits)
    }

    private static func name(in metadata: [UInt8]) -> String? {
        (try? PropertyListReader.read(metadata, limits: PropertyListLimits(maximumBytes: 1 << 20)))?[
            "RunnableDisplayName"
        ]?
        .stringValue
    }

    /// A response that cannot be read leaves the others: it is told in the report.
    private static func add(
        _ bytes: [UInt8],
        number: Int,
        to reader: inout XcodeViewHierarchyReader,
        limits: DumpLimits
    ) {
        var jsonLimits = JSONLimits.dump
        jsonLimits.maximumBytes = min(jsonLimits.maximumBytes, limits.maximumJSONBytes)
        do throws(ArchiveError) {
            let text =
                Gzip.hasMagic(bytes) ? try Gzip.expanded(bytes, limit: maximumResponseBytes) : bytes
            do throws(JSONError) {
                reader.add(try JSONDocument(parsing: text, limits: jsonLimits).root)
            } catch {
                reader.fail(number, error.description, line: error.line)
            }
        } catch {
            reader.fail(number, error.message, line: nil)
        }
    }
}

extension DumpReader {
    /// Whether some bytes are a zip archive that holds a dump and no app.
    public static func isArchivedDump(_ bytes: [UInt8]) -> Bool { XcodeViewHierarchyFormat.isBundle(bytes) }
}

/// Makes views of the objects that Xcode's view debugger told of.
struct XcodeViewHierarchyReader {
    private var graph: XcodeObjectGraph
    private var assembler: TreeAssembler
    private var responses = 0
    private var failures: [(number: Int, reason: String)] = []
    /// Views whose constraints leave open where they are, by the ids of the tree.
    private var ambiguous: [Int] = []

    init(limits: DumpLimits) {
        assembler = TreeAssembler(limits: limits)
        graph = XcodeObjectGraph(limit: limits.maximumViews)
    }

    /// Adds a response.
    mutating func add(_ root: JSONNode) {
        guard XcodeObjectGraph.isResponse(root) else { return }
        responses += 1
        graph.add(root)
    }

    /// Notes a response that cannot be read.
    mutating func fail(_ number: Int, _ reason: String, line: Int?) {
        failures.append((number, reason))
        assembler.report.add(.brokenResponse, ["\(number)", reason], line: line)
    }

    /// The dump of all responses.
    mutating func finish() throws(DumpError) -> Dump {
        guard !graph.isFull else {
            let most = assembler.limits.maximumViews
            throw .limit("maximumViews", "The bundle has more objects than \(most) views have.")
        }
        let places = graph.objects.indices.filter { graph.objects[$0].kind == .view }
        guard !places.isEmpty else {
            let reason = failures.first.map { " Response_\($0.number): \($0.reason)" } ?? ""
            throw DumpError(.unreadable, "The bundle holds no views of UIKit in \(responses) responses.\(reason)")
        }
        var open: [(place: Int, depth: Int)] = places.filter { !graph.objects[$0].hasSuperview }
            .reversed().map { ($0, 0) }
        var seen: Set<Int> = []
        while let (place, depth) = open.popLast() {
            guard seen.insert(place).inserted else { continue }
            try add(graph.objects[place], depth: depth)
            for subview in graph.objects[place].subviews.reversed() { open.append((subview, depth &+ 1)) }
        }
        if seen.count < places.count {
            assembler.report.add(.circularViews, ["\(places.count - seen.count)"])
        }
        var dump = try assembler.finish(
            XcodeViewHierarchyFormat.facts,
            general: graph.sublayers > 0 ? [Diagnostic(.layers, ["\(graph.sublayers)"])] : [],
            orThrow: DumpError(.unreadable, "The bundle holds no window and no view outside of all others.")
        )
        for id in ambiguous { dump.tree.annotate(id, issues: .ambiguous, findings: [Diagnostic(.ambiguous)]) }
        return dump
    }

    // MARK: Views

    private mutating func add(_ object: XcodeObjectGraph.Object, depth: Int) throws(DumpError) {
        var view = ViewDescription(found: object.className ?? "UIView")
        view.address = object.id.hasPrefix("0x") ? object.id : nil
        let hasFrame = place(object, in: &view)
        for name in object.properties.keys.sorted() {
            guard let value = object.properties[name] else { continue }
            read(name, value, into: &view)
        }
        if let layer = object.layer {
            for name in ["cornerRadius", "borderWidth", "borderColor", "shadowOpacity", "zPosition", "masksToBounds"] {
                if let text = graph.objects[layer].properties[name]?.text { view.keep("layer.\(name)", text) }
            }
        }
        if let controller = object.controller {
            let owner = graph.objects[controller]
            if let className = owner.className { view.say("controller", .text(className)) }
            view.keep("controllerAddress", owner.id)
        }
        for place in object.constraints { view.keep("constraint", constraint(graph.objects[place])) }
        let id = try assembler.append(view, depth: depth, place: object.id)
        if object.properties["hasAmbiguousLayout"]?.numbers.first == 1 { ambiguous.append(id) }
        if object.className == nil { assembler.report.add(.noClass, [object.id], view: id) }
        if !hasFrame { assembler.reportNoFrame(.noFrame, [object.id], of: id) }
    }

    /// Takes the place from the view, and anchor point and transform from its layer; false where there is none.
    private func place(_ object: XcodeObjectGraph.Object, in view: inout ViewDescription) -> Bool {
        let layer = object.layer.map { graph.objects[$0].properties } ?? [:]
        let frame = Self.rect(object.properties["frame"])
        let bounds = Self.rect(object.properties["bounds"]) ?? Self.rect(layer["bounds"])
        view.frame = frame ?? bounds.map { Rect(origin: .zero, size: $0.size) } ?? .zero
        view.bounds = bounds
        if let anchor = layer["anchorPoint"]?.numbers, anchor.count == 2 {
            view.anchorPoint = Point(x: anchor[0], y: anchor[1])
        }
        if let cells = layer["transform"]?.numbers, cells.count == 16 {
            view.transform = Transform(
                a: cells[0],
                b: cells[1],
                c: cells[4],
                d: cells[5],
                tx: cells[12],
                ty: cells[13]
            )
        }
        if let position = layer["position"]?.numbers, position.count == 2, bounds != nil {
            view.center = Point(x: position[0], y: position[1])
        }
        return frame != nil || bounds != nil
    }

    private static func rect(_ value: XcodeValue?) -> Rect? {
        guard let numbers = value?.numbers, numbers.count == 4 else { return nil }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// The properties of the tree by the names that the debugger has for them.
    private static let flags: [String: String] = [
        "hidden": "hidden", "isHidden": "hidden", "opaque": "opaque", "clipsToBounds": "clipsToBounds",
        "userInteractionEnabled": "userInteractionEnabled", "isUserInteractionEnabled": "userInteractionEnabled",
        "autoresizesSubviews": "autoresizesSubviews", "multipleTouchEnabled": "multipleTouchEnabled",
        "exclusiveTouch": "exclusiveTouch",
    ]
    private static let texts: [String: String] = [
        "text": "text", "currentTitle": "text", "accessibilityIdentifier": "identifier", "accessibilityLabel": "label",
        "accessibilityValue": "value",
    ]

    private func read(_ name: String, _ value: XcodeValue, into view: inout ViewDescription) {
        let number = value.numbers.first
        if let flag = Self.flags[name], let number {
            view.say(flag, .bool(number != 0))
        } else if let property = Self.texts[name], let text = value.text {
            view.say(property, .text(text))
        } else if name == "alpha", let number {
            view.say("alpha", .number(number))
        } else if name == "tag", let tag = number.flatMap({ Int(exactly: $0) }) {
            view.say("tag", .integer(tag))
        } else if name == "autoresizingMask", let mask = number.flatMap({ UInt8(exactly: $0) }), mask < 64 {
            view.say("autoresizingMask", .mask(AutoresizingMask(rawValue: mask)))
        } else if name == "contentMode",
            let mode = number.flatMap({ UInt8(exactly: $0) }).flatMap({ ContentMode(rawValue: $0) })
        {
            view.say("contentMode", .contentMode(mode))
        } else if name == "contentOffset", value.numbers.count == 2 {
            view.say("contentOffset", .point(Point(x: value.numbers[0], y: value.numbers[1])))
        } else if name == "contentSize", value.numbers.count == 2 {
            view.say("contentSize", .size(Size(width: value.numbers[0], height: value.numbers[1])))
        } else if !["frame", "bounds"].contains(name), let text = value.text {
            view.keep(name, text)
        }
    }

    /// `UIView 0x10.5 = 1 * UIView 0x20.5 + 8 @1000`, with the attributes by their names.
    private func constraint(_ object: XcodeObjectGraph.Object) -> String {
        func item(_ name: String) -> String? {
            guard let value = object.properties["\(name)Item"], let text = value.text else { return nil }
            let attribute = object.properties["\(name)Attribute"]?.numbers.first.flatMap { Int(exactly: $0) } ?? 0
            return "\(text).\(ConstraintText.name(ofAttribute: attribute))"
        }
        func number(_ name: String, _ usual: Double) -> String {
            NumberText.fine(object.properties[name]?.numbers.first ?? usual)
        }
        return ConstraintText.equation(
            item("first") ?? "nil",
            relation: object.properties["relation"]?.numbers.first.flatMap { Int(exactly: $0) } ?? 0,
            second: item("second"),
            multiplier: number("multiplier", 1),
            constant: number("constant", 0),
            priority: number("priority", 1_000)
        )
    }
}
