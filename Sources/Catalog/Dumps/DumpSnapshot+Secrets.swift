import Diagnostics
import DumpFormats
import ViewHierarchy

extension DumpSnapshot {
    /// What a tree is without the texts of its secure fields, with what follows from it then.
    private struct Withheld: Sendable {
        /// Nil where there was nothing to take out.
        let tree: ViewTree?
        let fields: [Int]
        let values = DerivedValues()

        init(_ tree: ViewTree) {
            let withheld = SecureFields(tree).withheld(from: tree)
            self.tree = withheld?.tree
            fields = withheld?.fields ?? []
        }
    }

    /// Whether the bytes that the dump was read from may hold texts of secure fields: where the dump does, and where it
    /// is edited and ever had such fields, which may be gone from it.
    public var sourceMayHoldSecrets: Bool {
        derived { Withheld($0) }.tree != nil || summary.appliedEdits > 0 && !SecureFields(dump.tree).isEmpty
    }

    /// Of how many secure fields the texts were taken out of this.
    public var withheldFields: Int { dump.tree.indices.count(where: dump.tree.isTextWithheld) }

    /// The same without the texts of its secure fields, and with an entry of the report that says so; itself where it
    /// holds none. What asks this one finds nothing of the texts: no search, no comparison, no export.
    ///
    /// It is made once for each revision.
    public var withoutSecrets: DumpSnapshot {
        let withheld = derived { Withheld($0) }
        guard let tree = withheld.tree else { return self }
        var dump = dump
        dump.tree = tree
        let count = withheld.fields.count
        dump.report.append(
            Diagnostic(
                .info,
                "secrets.withheld",
                count == 1
                    ? "The text of a secure field is left out. The scope “secrets” is required to see it."
                    : "The texts of \(count) secure fields are left out. The scope “secrets” is required to see them.",
                view: count == 1 ? withheld.fields.first : nil
            )
        )
        return DumpSnapshot(
            summary: summary,
            dump: dump,
            undo: undo,
            companions: companions,
            values: withheld.values
        )
    }
}
