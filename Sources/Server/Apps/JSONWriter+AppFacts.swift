import JSON

extension JSONWriter {
    /// Writes the facts of an app as an object.
    mutating func write(_ facts: AppFacts) {
        beginObject()
        member("minimumSystemVersion", facts.minimumSystem)
        member("devices", facts.devices)
        member("platforms", facts.platforms)
        list("orientations", facts.orientations) { writer, entry in
            writer.member("device", entry.device)
            writer.member("orientations", entry.names)
        }
        list("urlSchemes", facts.schemes) { writer, entry in
            writer.member("scheme", entry.scheme)
            writer.member("name", entry.name)
            writer.member("role", entry.role)
        }
        member("queriedSchemes", facts.queriedSchemes)
        terms("capabilities", facts.capabilities, id: "id")
        terms("backgroundModes", facts.backgroundModes, id: "id")
        list("usageDescriptions", facts.usages) { writer, entry in
            writer.member("key", entry.key)
            writer.member("subject", entry.subject)
            writer.member("text", entry.text)
        }
        list("localizations", facts.localizations) { writer, entry in
            writer.member("language", entry.id)
            writer.member("name", entry.meaning)
        }
        items("interfaceFiles", facts.inventory.interfaces)
        items("icons", facts.inventory.icons)
        member("files", facts.inventory.fileCount)
        member("appGroups", facts.appGroups)
        terms("sandbox", facts.sandbox, id: "path")
        endObject()
    }

    private mutating func terms(_ name: String, _ terms: [AppFacts.Term], id: String) {
        list(name, terms) { writer, term in
            writer.member(id, term.id)
            writer.member("meaning", term.meaning)
        }
    }

    private mutating func items(_ name: String, _ items: [BundleInventory.Item]) {
        list(name, items) { writer, item in
            writer.member("path", item.path)
            writer.member("kind", item.kind)
        }
    }

    private mutating func list<Element>(
        _ name: String,
        _ elements: [Element],
        _ members: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            members(&self, element)
            endObject()
        }
        endArray()
    }
}
