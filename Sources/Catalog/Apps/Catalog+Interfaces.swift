public import AppBundles
import Diagnostics
import DumpFormats
import Synchronization
import ViewHierarchy

/// What is known of an app's nibs and storyboards: found once, each read once for as long as the app's files are as they
/// are.
final class InterfaceShelf: Sendable {
    private struct State {
        var found: BundleInterfaces?
        var checks: [String: InterfaceCheck] = [:]
    }

    private let state = Mutex(State())

    func found(in files: any BundleFiles) -> BundleInterfaces {
        if let found = state.withLock({ $0.found }) { return found }
        let found = BundleInterfaces(files)
        state.withLock { $0.found = found }
        return found
    }

    func check(_ path: String, make: () -> InterfaceCheck) -> InterfaceCheck {
        if let check = state.withLock({ $0.checks[path] }) { return check }
        let check = make()
        state.withLock { $0.checks[path] = check }
        return check
    }
}

/// What came of reading an interface.
public struct InterfaceCheck: Sendable, Hashable {
    /// How many views it has; nil when it cannot be opened.
    public var viewCount: Int?
    /// How many scenes, or views at the top.
    public var rootCount = 0
    /// Why it cannot be opened, a sentence; nil when it can.
    public var reason: String?
    /// The id that a dump of it has, whether there is one or not; nil when it cannot be opened.
    public var dump: String?
}

extension CatalogApp {
    /// The nibs and storyboards of the app, sorted by path.
    public var interfaces: [BundleInterface] { shelf.found(in: files).all }

    /// Whether all files of the app could be looked at for interfaces.
    public var interfacesAreComplete: Bool { shelf.found(in: files).isComplete }
}

extension Catalog {
    /// Whether an interface of an app can be opened. It is read when somebody first asks.
    public func check(_ interface: BundleInterface, of app: CatalogApp) -> InterfaceCheck {
        app.shelf.check(interface.path) {
            do throws(CatalogError) {
                let upload = try upload(of: interface, of: app, language: nil)
                let dump = try read(upload.source, format: upload.format, parts: upload.parts)
                return InterfaceCheck(
                    viewCount: dump.tree.count,
                    rootCount: dump.tree.roots.count,
                    dump: upload.id
                )
            } catch {
                return InterfaceCheck(reason: error.message)
            }
        }
    }

    /// Opens a nib or storyboard of an app: makes a dump of it, or gives the one that was made of the same bytes before.
    /// - Parameter language: takes the texts of the table for it; nil leaves those of the interface itself.
    /// - Throws: `unknownInterface`, `unknownLanguage`, and `unreadableDump` or `unreadableFile` for one that cannot be
    ///   read.
    public func openInterface(
        _ path: String,
        of app: CatalogApp,
        language: String? = nil
    ) throws(CatalogError) -> (dump: DumpSummary, isNew: Bool) {
        guard let interface = app.interfaces.first(where: { $0.path == path }) else {
            throw CatalogError(.unknownInterface, "The app “\(app.id)” has no nib or storyboard “\(path.prefix(200))”.")
        }
        let upload = try upload(of: interface, of: app, language: try interface.table(for: language))
        guard let id = upload.id else { return (try add(upload), true) }
        if let known = try store.dump(id) { return (known, false) }
        do throws(CatalogError) {
            return (try add(upload), true)
        } catch {
            // Somebody else was faster.
            guard error.code == .idTaken, let known = try store.dump(id) else { throw error }
            return (known, false)
        }
    }

    /// An interface as a dump that is sent. Its id follows from what it is made of.
    private func upload(
        of interface: BundleInterface,
        of app: CatalogApp,
        language: String?
    ) throws(CatalogError) -> DumpUpload {
        var upload = try DumpUpload(interface, in: app.files, language: language, limits: limits)
        upload.app = app.domain
        var hash = ContentHash("\(app.domain)\n\(interface.path)\n\(language ?? "")\n".utf8)
        hash.combine(upload.source)
        for part in upload.parts {
            hash.combine("\n\(part.name)\n".utf8)
            hash.combine(part.bytes)
        }
        upload.id = "\(Identifiers.slug(interface.name))-\(hash.text)"
        return upload
    }
}

extension DumpUpload {
    /// Takes the bytes of an interface: its file, and beside it the nibs of a compiled storyboard, the table of texts, and those of
    /// other languages where layouts can take words from them.
    /// - Parameter language: one of the interface's ``BundleInterface/languages``; nil for its own texts.
    /// - Throws: `unreadableFile`.
    public init(
        _ interface: BundleInterface,
        in files: any BundleFiles,
        language: String?,
        limits: CatalogLimits = .standard
    ) throws(CatalogError) {
        do throws(AppBundleError) {
            var room = limits.dump.maximumBytes
            func bytes(_ path: String) throws(AppBundleError) -> [UInt8] {
                let bytes = try files.read(path, limit: min(limits.bundle.maximumFileBytes, room))
                room -= bytes.count
                return bytes
            }
            self.init(source: try bytes(try interface.mainFile(in: files)))
            format = DumpFormat(interface.kind)
            let idiom = interface.idiom.map { "~\($0)" } ?? ""
            name = interface.name + idiom + (language.map { " (\($0))" } ?? "")
            for nib in try interface.nibs(in: files) {
                parts.append(DumpPart(name: nib.name, filename: nib.file, bytes: try bytes(nib.file)))
            }
            if let language, let table = interface.tables[language] {
                parts.append(DumpPart(name: LocalizedInterface.partName, filename: table, bytes: try bytes(table)))
            }
            parts += interface.tablesForLayouts(in: files, besides: language)
        } catch {
            throw CatalogError(.unreadableFile, error.message)
        }
    }
}

extension BundleInterface {
    /// The tables of a xib or storyboard whose words layouts can take, as parts beside it, as many as are kept; those that
    /// cannot be read are left out.
    func tablesForLayouts(in files: any BundleFiles, besides language: String?) -> [DumpPart] {
        guard kind == .xib || kind == .storyboard else { return [] }
        var tables = StringsTables()
        return languages.compactMap { other in
            guard other != language, let path = self.tables[other],
                // try?: a table that cannot be read has no texts to show.
                let bytes = try? files.read(path, limit: ObjectStrings.maximumBytes), tables.add(bytes, of: other)
            else { return nil }
            return DumpPart(name: StringsTables.partPrefix + other, filename: path, bytes: bytes)
        }
    }

    /// The language whose table is taken for one that somebody asks for; nil for the interface's own texts.
    /// - Throws: `unknownLanguage`.
    public func table(for wanted: String?) throws(CatalogError) -> String? {
        guard let wanted, !wanted.isEmpty, wanted.lowercased() != language?.lowercased() else { return nil }
        if let match = language(matching: wanted) { return match }
        let known = languages.isEmpty ? "there are none" : "there are " + languages.joined(separator: ", ")
        throw CatalogError(
            .unknownLanguage,
            "“\(path)” has no table of texts in “\(wanted.prefix(40))”; \(known)."
        )
    }
}

extension DumpFormat {
    /// What an interface is read as.
    init(_ kind: BundleInterface.Kind) {
        self =
            switch kind {
            case .nib: .nib
            case .storyboardc: .storyboardc
            case .xib: .xib
            case .storyboard: .storyboard
            }
    }
}
