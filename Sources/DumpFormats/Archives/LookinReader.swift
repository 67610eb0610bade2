import Diagnostics
import ObjectArchives
import ViewHierarchy

/// A `.lookin` file: the hierarchy that the Lookin debugger saves, a keyed archive of its own classes.
enum LookinFormat: FormatReader {
    /// The class of the archive's root.
    private static let rootClass = "LookinHierarchyFile"

    static let facts = FormatFacts(
        .lookin,
        .list,
        losses: .lost("autoresizingMask [autoresizing masks]: Lookin does not keep autoresizing masks.")
    )

    static func signs(in input: DumpInput) -> FormatSigns {
        guard input.mayBeArchive else { return FormatSigns(.none, "A keyed archive is a binary property list.") }
        guard let archive = input.archive else { return FormatSigns(.none, "It is no archive of NSKeyedArchiver.") }
        guard root(of: archive) != nil else {
            return FormatSigns(.none, "It archives no \(rootClass).")
        }
        return FormatSigns(.certain, "It archives a \(rootClass).")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        guard input.mayBeArchive else {
            throw .other("A keyed archive is a binary property list.", line: 1)
        }
        guard let root = root(of: try input.archiveDocument()) else {
            throw .other("It archives no \(rootClass).", line: 1)
        }
        var reader = LookinReader(limits: input.limits)
        return try reader.read(root)
    }

    /// The hierarchy: the root, or a hierarchy that was archived without the file around it.
    private static func root(of archive: ObjectArchive) -> ArchivedNode? {
        archive.root(.root).flatMap { node in
            [rootClass, "LookinHierarchyInfo"].contains { node.classNames.contains($0) } ? node : nil
        }
    }
}

/// Reads the items of a Lookin hierarchy into a view tree. Keys and codes are those of LookinServer's shared classes.
struct LookinReader {
    private var assembler: TreeAssembler
    private var pictures: ViewPictures
    /// Pictures by the object ids of views and layers: without what is inside them, and with it.
    private var soloPictures: [Int: ArchivedNode] = [:]
    private var groupPictures: [Int: ArchivedNode] = [:]
    /// The classes that the objects at some places list, as views of one class share their list.
    private var chains: [Int: ClassChain] = [:]
    private var transformed = 0

    init(limits: DumpLimits) {
        assembler = TreeAssembler(limits: limits)
        pictures = ViewPictures(limits: limits)
    }

    /// Reads the root of the archive.
    mutating func read(_ root: ArchivedNode) throws(DumpError) -> Dump {
        let info = root[.hierarchyInfo] ?? root
        soloPictures = pictureTable(root[.soloScreenshots])
        groupPictures = pictureTable(root[.groupScreenshots])
        let items = info[.member1]?.elements ?? []
        try readItems(items)
        var around = Dump(format: .lookin, tree: ViewTree())
        if assembler.count > 0, let app = info[.member2] { read(app, into: &around) }
        let failure = "The Lookin file holds no views: its list of display items is empty."
        var dump = try assembler.finish(
            LookinFormat.facts,
            general: transformed > 0 ? [Diagnostic(.transforms, [transformed.counted("view has", "views have")])] : [],
            orThrow: DumpError(.unreadable, failure)
        )
        (dump.name, dump.app, dump.device) = (around.name, around.app, around.device)
        (dump.screenshot, dump.pictures) = (around.screenshot, pictures.pictures)
        return dump
    }

    /// The pictures of a dictionary by the numbers that are its keys.
    private func pictureTable(_ node: ArchivedNode?) -> [Int: ArchivedNode] {
        var table: [Int: ArchivedNode] = [:]
        for (key, value) in node?.pairs ?? [] {
            if let id = key.integer ?? key.string.flatMap({ Int($0) }) { table[id] = value }
        }
        return table
    }

    // MARK: Items

    /// Walks the items; one that is its own ancestor, or that comes twice, is read once.
    private mutating func readItems(_ roots: [ArchivedNode]) throws(DumpError) {
        try ArchiveWalk(key: .subitems, maximumRepeats: assembler.limits.maximumViews).visit(roots) {
            (item, depth) throws(DumpError) in
            guard item[.viewObject] != nil || item[.layerObject] != nil || item.has(.subitems) else {
                assembler.report.add(.notAnItem, ["\(item.place ?? 0)", item.className])
                return false
            }
            try add(item, depth: depth, isLeaf: item[.subitems]?.firstElement == nil)
            return true
        } isRepeated: { item in
            assembler.report.add(.repeatedItem, ["\(item.place ?? 0)"])
        } excess: {
            .limit("maximumViews", $0)
        }
    }

    private mutating func add(_ item: ArchivedNode, depth: Int, isLeaf: Bool) throws(DumpError) {
        let viewObject = item[.viewObject]
        let object = viewObject ?? item[.layerObject]
        let list = object?[.classChainList]
        let chain = list.map { classes(in: $0) } ?? ClassChain()
        let layerClass = chain.first == nil ? item[.layerObject]?[.classChainList]?.firstElement?.string : nil
        var view = ViewDescription(found: chain.first ?? layerClass ?? "UIView")
        var place: String { "Object \(item.place ?? 0)" }
        view.address = object?[.memoryAddress]?.string
        if let hidden = item[.hidden]?.bool { view.say("hidden", .bool(hidden)) }
        if let alpha = item[.alpha]?.number { view.say("alpha", .number(alpha)) }
        let hasFrame = readPlace(item, into: &view)
        if let controller = item[.hostViewControllerObject]?[.classChainList]?.firstElement?.string {
            view.say("controller", .text(controller))
            if let address = item[.hostViewControllerObject]?[.memoryAddress]?.string {
                view.keep("controllerAddress", address)
            }
        }
        if let text = chain.text { view.keep("classChain", text) }
        if viewObject == nil {
            // A layer without a view takes no touches, whatever Lookin says of it.
            view.isUserInteractionEnabled = false
            view.keep("lookin", "layer without a view")
        }
        LookinAttributes(limit: assembler.limits.maximumAttributes).read(item, into: &view)
        let id = try assembler.append(view, depth: depth, place: place)
        if chain.first == nil { assembler.report.add(.noClass, [place], view: id) }
        if !hasFrame { assembler.reportNoFrame(.noFrame, [place], of: id) }
        takePicture(of: item, id: id, isLeaf: isLeaf)
    }

    /// A class and its superclasses, as an object lists them.
    private struct ClassChain {
        var first: String?
        /// All of them; nil where there are no superclasses.
        var text: String?
    }

    /// The classes of a list, which is read once.
    private mutating func classes(in list: ArchivedNode) -> ClassChain {
        if let place = list.place, let known = chains[place] { return known }
        let names = list.elements.compactMap(\.string)
        let text = names.count > 1 ? names.prefix(64).joined(separator: " : ") : nil
        let chain = ClassChain(first: names.first, text: text)
        if let place = list.place { chains[place] = chain }
        return chain
    }

    /// The frame is that of the layer. Where the bounds have another size there is a transform, which Lookin keeps
    /// nowhere.
    ///
    /// - Returns: whether a frame is given.
    private mutating func readPlace(_ item: ArchivedNode, into view: inout ViewDescription) -> Bool {
        let frame = item[.frame]?.rect
        view.frame = frame ?? .zero
        guard let bounds = item[.bounds]?.rect else { return frame != nil }
        let isSameSize =
            abs(bounds.size.width - view.frame.size.width) < 0.01
            && abs(bounds.size.height - view.frame.size.height) < 0.01
        if isSameSize {
            view.bounds = bounds
        } else {
            transformed &+= 1
            view.bounds = Rect(origin: bounds.origin, size: view.frame.size)
            let numbers = [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height]
            view.keep("bounds", numbers.map { "\($0)" }.joined(separator: " "))
        }
        return frame != nil
    }

    private mutating func takePicture(of item: ArchivedNode, id: Int, isLeaf: Bool) {
        // Of a view without subviews Lookin takes one picture only.
        let picture =
            item[.soloScreenshot] ?? picture(of: item, in: soloPictures)
            ?? (isLeaf ? item[.groupScreenshot] ?? picture(of: item, in: groupPictures) : nil)
        guard let bytes = picture?.bytes, !bytes.isEmpty else { return }
        guard let reason = pictures.take(bytes, of: id) else { return }
        assembler.report.add(.picture, [reason], view: id)
    }

    /// The picture of an item's layer or view in a table of pictures.
    private func picture(of item: ArchivedNode, in table: [Int: ArchivedNode]) -> ArchivedNode? {
        guard !table.isEmpty else { return nil }
        let ids = [ArchiveKey.layerObject, .viewObject].compactMap { item[$0]?[.oid]?.integer }
        return ids.lazy.compactMap { table[$0] }.first
    }

    // MARK: Around the items

    private mutating func read(_ app: ArchivedNode, into dump: inout Dump) {
        dump.name = app[.member5]?.string
        dump.app = app[.appBundleIdentifier]?.string
        var device = DumpDevice(
            name: app[.member3]?.string,
            width: app[.member6]?.number,
            height: app[.member7]?.number,
            scale: app[.screenScale]?.number
        )
        // Of the other numbers one is a simulator of either kind.
        if app[.member8]?.integer == 1 { device.idiom = "pad" }
        for keyPath in [\DumpDevice.width, \DumpDevice.height, \DumpDevice.scale] {
            if let number = device[keyPath: keyPath], !number.isFinite || number <= 0 { device[keyPath: keyPath] = nil }
        }
        device.system = app[.member4]?.string
        if device != DumpDevice() { dump.device = device }
        if let system = device.system {
            assembler.report.add(.system, [system])
        }
        guard let picture = app[.member2]?.bytes, !picture.isEmpty else { return }
        guard PictureFormat(detectedIn: picture) != nil else {
            return assembler.report.add(.screenshot)
        }
        dump.screenshot = picture
    }
}
