import PropertyList

extension DefaultsCommand {
    /// How often a write begins anew because somebody else wrote meanwhile.
    private static let attempts = 20

    /// Does it.
    /// - Throws: ``DefaultsCommandError`` with the message of `defaults(1)`, and what the target throws.
    public func run(
        on target: any DefaultsCommandTarget,
        files: any DefaultsCommandFiles
    ) async throws -> DefaultsCommandOutput {
        switch self {
        case .read(nil, _): return .value(try await Self.everything(of: target))
        case .read(let domain?, let key): return .value(try await Self.value(of: key, in: domain, target))
        case .readType(let domain, let key):
            let type = try await Self.value(of: key, in: domain, target).typeName
            return .line("Type is \(type == "real" ? "float" : type)")
        case .domains:
            let names = try await target.domainNames().filter { $0 != DefaultsDomainName.global }
            return .line(names.joined(separator: ", "))
        case .find(let word): return try await Self.find(word, in: target)
        case .exportFile(let domain, let path):
            let values = try await Self.value(of: nil, in: domain, target)
            if path == "-" { return DefaultsCommandOutput(try PropertyListWriter.xml(values)) }
            try files.write(try PropertyListWriter.binary(values), to: path)
            return DefaultsCommandOutput()
        case .help: return .line(Self.usage)
        case .write, .replace, .rename, .delete, .importFile:
            try await change(target, files)
            return DefaultsCommandOutput()
        }
    }

    private func change(_ target: any DefaultsCommandTarget, _ files: any DefaultsCommandFiles) async throws {
        guard let domain else { return }
        var source = ChangeSource.cli
        var imported: [String: PropertyListValue] = [:]
        if case .importFile(_, let path) = self {
            source = .import
            imported = try DomainFile.values(in: try files.read(path))
        }
        for attempt in 1...Self.attempts {
            let snapshot = try await target.snapshot(of: domain)
            let values = try changed(snapshot.values, importing: imported)
            do {
                return try await target.replace(domain, with: values, source: source, ifRevision: snapshot.revision)
            } catch let error as DefaultsError where error.code == .revisionConflict && attempt < Self.attempts {
                continue
            }
        }
    }

    /// What a domain holds after the command.
    private func changed(
        _ old: [String: PropertyListValue],
        importing imported: [String: PropertyListValue]
    ) throws(DefaultsCommandError) -> [String: PropertyListValue] {
        var values = old
        switch self {
        case .write(_, let key, let value):
            values[key] = try value.value(of: key, now: old[key])
        case .replace(_, let new):
            values = new
        case .rename(let domain, let key, let newKey):
            guard let value = old[key] else {
                let name = DefaultsDomainName.shown(domain)
                throw DefaultsCommandError("Key \(key) does not exist in domain \(name); leaving defaults unchanged")
            }
            values[key] = nil
            values[newKey] = value
        case .delete(let domain, let key):
            guard key.map({ old[$0] != nil }) ?? !old.isEmpty else {
                throw DefaultsCommandError("Domain (\(domain)) not found.\nDefaults have not been changed.")
            }
            if let key { values[key] = nil } else { values = [:] }
        case .importFile:
            values.merge(imported) { _, new in new }
        case .read, .readType, .exportFile, .domains, .find, .help:
            break
        }
        return values
    }

    private static func everything(of target: any DefaultsCommandTarget) async throws -> PropertyListValue {
        var domains: [String: PropertyListValue] = [:]
        for name in try await target.domainNames() {
            domains[DefaultsDomainName.shown(name)] = .dictionary(try await target.snapshot(of: name).values)
        }
        return .dictionary(domains)
    }

    private static func value(
        of key: String?,
        in domain: String,
        _ target: any DefaultsCommandTarget
    ) async throws -> PropertyListValue {
        let values = try await target.snapshot(of: domain).values
        guard let key else {
            guard !values.isEmpty else { throw DefaultsCommandError.noDomain(domain) }
            return .dictionary(values)
        }
        guard let value = values[key] else { throw DefaultsCommandError.noPair(domain, key) }
        return value
    }

    /// Every entry whose domain, key or text holds the word, whatever its case; numbers are not looked at.
    private static func find(
        _ word: String,
        in target: any DefaultsCommandTarget
    ) async throws -> DefaultsCommandOutput {
        let needle = word.lowercased()
        var output: [UInt8] = []
        for name in try await target.domainNames() {
            let values = try await target.snapshot(of: name).values
            let found = values.filter { key, value in
                [name, key].contains { $0.lowercased().contains(needle) } || value.holds(needle)
            }
            guard !found.isEmpty else { continue }
            let text = PropertyListValue.dictionary(found).displayText ?? ""
            output += "Found \(found.count) keys in domain '\(DefaultsDomainName.shown(name))': \(text)\n".utf8
        }
        let remark = output.isEmpty ? "No domain, key, nor value containing '\(word)'" : nil
        return DefaultsCommandOutput(output, remark: remark)
    }
}

extension PropertyListValue {
    /// Whether text in it, keys included, holds a word that is in lower case.
    fileprivate func holds(_ word: String) -> Bool {
        var pending = [self]
        while let value = pending.popLast() {
            switch value {
            case .string(let text): if text.lowercased().contains(word) { return true }
            case .array(let elements): pending += elements
            case .dictionary(let members):
                if members.keys.contains(where: { $0.lowercased().contains(word) }) { return true }
                pending += members.values
            default: break
            }
        }
        return false
    }
}
