import Catalog
import DumpFormats
import TestSupport
import Testing
import ViewHierarchy

@Suite("Edits of constraints in a catalog")
struct CatalogConstraintTests: UploadEditing {
    let upload: EditedUpload

    init() throws { upload = try EditedUpload() }

    private func width(_ view: Int, _ constant: Double) -> TreeEdit {
        var made = NewConstraint(LayoutAnchor(.view(view), .width))
        made.constant = constant
        return .addConstraint(made)
    }

    private func constant(_ number: Int, _ constant: Double) -> TreeEdit {
        var changes = ConstraintChanges()
        changes.constant = constant
        return .changeConstraint(number, changes)
    }

    @Test("after a restart the journal gives the same constraints, frames and changes")
    func restart() throws {
        let first = try catalog.edit(id, width(2, 150))
        #expect(first.snapshot.dump.tree.frame(of: 2).size.width == 150)
        _ = try catalog.edit(id, constant(0, 180))
        var changes = LayoutTraitChanges()
        changes[dynamicMember: \.hugging.horizontal] = 999
        _ = try catalog.edit(id, .changeLayout(view: 2, changes))
        _ = try catalog.edit(id, width(3, 70))
        _ = try catalog.edit(id, .removeConstraint(1))
        _ = try catalog.edit(id, width(3, 90))
        _ = try catalog.undo(id)
        let before = try catalog.snapshot(of: id).dump
        let after = try restarted().snapshot(of: id).dump
        #expect(after.bytes == before.bytes)
        #expect(after.tree.allConstraints == before.tree.allConstraints)
        #expect(after.tree.changedConstraints == before.tree.changedConstraints)
        #expect(after.tree.changedLayoutTraits == before.tree.changedLayoutTraits)
        let again = restarted(CatalogLimits(undoBytes: 0))
        _ = try again.redo(id)
        #expect(try again.snapshot(of: id).dump.tree.allConstraints.count == 3)
        for _ in 0..<6 { _ = try again.undo(id) }
        #expect(try again.snapshot(of: id).dump.bytes == restarted().base(of: id))
    }

    @Test("the history says what was edited")
    func words() throws {
        _ = try catalog.edit(id, width(2, 150))
        _ = try catalog.edit(id, constant(0, 180.5))
        _ = try catalog.edit(id, .removeConstraint(0))
        var made = NewConstraint(LayoutAnchor(.view(2), .leading), LayoutAnchor(.guide(.safeArea, of: 1), .leading))
        made.constant = 8
        _ = try catalog.edit(id, .addConstraint(made))
        var changes = LayoutTraitChanges()
        (changes[dynamicMember: \.hugging.horizontal], changes.translatesMask) = (999, false)
        _ = try catalog.edit(id, .changeLayout(view: 3, changes))
        let entries = try catalog.edits(of: id).entries.reversed()
        #expect(
            entries.map(\.summary) == [
                "Constraint “Hello” label.width = 150 added", "Constant of “Hello” label.width: 150 → 180.5",
                "Constraint “Hello” label.width removed",
                "Constraint “Hello” label.leading = superview.safeArea.leading + 8 added",
                "Placement of UIButton 3: unknown → constraints; horizontal hugging unknown → 999",
            ]
        )
        #expect(entries.map(\.view) == [2, 2, 2, 2, 3])
        #expect(entries.map(\.operation).last == "changeLayout")
    }

    @Test("Vitrine JSON of an edited dump has the constraints as they are now")
    func download() throws {
        _ = try catalog.edit(id, width(2, 150))
        _ = try catalog.edit(id, width(3, 70))
        _ = try catalog.edit(id, .removeConstraint(0))
        _ = try catalog.edit(id, constant(1, 75))
        let again = try DumpReader.read(try catalog.snapshot(of: id).dump.bytes)
        #expect(again.tree.allConstraints.map(\.constant) == [75])
        #expect(again.tree.frame(of: 3).size.width == 75)
    }
}

extension Catalog {
    /// What an upload says when all its edits are taken back.
    fileprivate func base(of id: String) throws -> [UInt8] { try snapshot(of: id).dump.bytes }
}
