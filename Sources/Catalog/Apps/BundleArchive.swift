import AppBundles
import Archives

/// Finds the one bundle of an archive, and takes what is read of it.
struct BundleArchive {
    let limits: CatalogLimits

    /// - Throws: ``ArchiveError`` for an archive that is refused, `noApp` and `severalApps` for one without a single
    ///   bundle, `appTooLarge`.
    func contents(_ archive: ArraySlice<UInt8>) throws(CatalogError) -> (contents: AppContents, path: String) {
        let result: Result<(AppContents, String), CatalogError>
        do throws(ArchiveError) {
            result = try Archive.reading(archive, limits: limits.archive) { archive throws(ArchiveError) in
                do throws(CatalogError) {
                    let root = try Self.root(of: archive.entries)
                    let files = try taken(archive.entries, below: root)
                    return .success((try Self.read(files, below: root, from: &archive), root))
                } catch {
                    guard let inner = error.archiveError else { return .failure(error) }
                    throw inner
                }
            }
        } catch {
            throw CatalogError(error)
        }
        return try result.get()
    }

    /// The folder of the outermost `.app`, or of the outermost `.bundle` where there is no app.
    private static func root(of entries: [ArchiveEntry]) throws(CatalogError) -> String {
        var apps: Set<String> = []
        var bundles: Set<String> = []
        for entry in entries {
            var path = ""
            let folders =
                entry.isFolder ? entry.path.split(separator: "/") : entry.path.split(separator: "/").dropLast()
            for folder in folders {
                path += path.isEmpty ? String(folder) : "/\(folder)"
                let name = folder.lowercased()
                if name.hasSuffix(".app") {
                    apps.insert(path)
                    break
                }
                if name.hasSuffix(".bundle") {
                    bundles.insert(path)
                    break
                }
            }
        }
        let found = (apps.isEmpty ? bundles : apps).sorted()
        guard let first = found.first else {
            throw CatalogError(
                .noApp,
                "The archive contains no app. Zip the folder “Name.app” or “Settings.bundle” itself, or send an .ipa."
            )
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map { "“\($0.prefix(100))”" }.joined(separator: ", ")
            throw CatalogError(
                .severalApps,
                "The archive contains \(found.count) apps: \(names)\(found.count > 5 ? " and more" : ""). Send one app per archive."
            )
        }
        return first
    }

    /// A file of the bundle, with its path in it, and whether its bytes are taken.
    private struct Taken {
        var entry: ArchiveEntry
        var path: String
        var isKept: Bool
    }

    private func taken(_ entries: [ArchiveEntry], below root: String) throws(CatalogError) -> [Taken] {
        var files: [Taken] = []
        var room = limits.maximumAppBytes
        for entry in entries where !entry.isFolder && entry.path.hasPrefix(root + "/") {
            files.append(Taken(entry: entry, path: String(entry.path.dropFirst(root.count + 1)), isKept: false))
        }
        let ranked = files.indices.compactMap { place in
            KeptFiles.rank(files[place].path).map { (rank: $0, place: place) }
        }
        for (_, place) in ranked.sorted(by: { ($0.rank, $0.place) < ($1.rank, $1.place) }) {
            let size = files[place].entry.size
            guard size <= limits.bundle.maximumFileBytes, size <= room else { continue }
            room -= size
            files[place].isKept = true
        }
        guard files.count <= limits.maximumAppFiles else {
            throw CatalogError(
                .appTooLarge,
                "The bundle “\(root)” has more than \(limits.maximumAppFiles) files. Remove unneeded files."
            )
        }
        return files
    }

    private static func read(
        _ files: [Taken],
        below root: String,
        from archive: inout Archive
    ) throws(CatalogError) -> AppContents {
        var bytes: [String: [UInt8]] = [:]
        for file in files where file.isKept {
            do throws(ArchiveError) {
                bytes[file.path] = try archive.read(file.entry)
            } catch {
                throw CatalogError(error)
            }
        }
        return AppContents(
            bundleName: root.split(separator: "/").last.map(String.init) ?? root,
            files: files.map {
                AppFile(path: $0.path, size: $0.entry.size, checksum: $0.entry.checksum, isKept: $0.isKept)
            },
            bytes: bytes
        )
    }
}
