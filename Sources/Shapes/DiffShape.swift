package import Checks
package import Diagnostics
import DumpFormats
package import JSON
package import ViewHierarchy

/// What makes comparisons of dumps less than they seem.
package enum DiffWarnings {
    /// What makes the comparison of a step with the one before less than it seems; nothing for the first.
    /// - Parameter origin: says of which app a step's dump is, and in which format.
    package static func warnings(
        ofStep number: Int,
        of timeline: Timeline,
        origin: (Int) -> (app: String?, format: DumpFormat)
    ) -> [Diagnostic] {
        guard number > 0, let diff = timeline.steps[number].diff else { return [] }
        let (former, new) = (origin(number - 1), origin(number))
        return warnings(diff, apps: (former.app, new.app), formats: (former.format, new.format))
    }

    /// What makes a comparison less than it seems.
    package static func warnings(
        _ diff: TreeDiff,
        apps: (String?, String?),
        formats: (DumpFormat, DumpFormat)
    ) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        if let one = apps.0, let other = apps.1, one != other {
            warnings.append(
                Diagnostic(.warning, "diff.differentApps", "The dumps are of different apps: “\(one)” and “\(other)”.")
            )
        }
        if formats.0 != formats.1 {
            let message =
                "The dumps have different formats, which may say different things of the same view: "
                + "\(formats.0.name) and \(formats.1.name)."
            warnings.append(Diagnostic(.info, "diff.differentFormats", message))
        }
        if !diff.unsaid.isEmpty {
            let names = diff.unsaid.prefix(20).joined(separator: ", ")
            let more = diff.unsaid.count > 20 ? " and \(diff.unsaid.count - 20) more" : ""
            warnings.append(
                Diagnostic(
                    .info,
                    "diff.unsaid",
                    "Only one of the dumps says this, so it is not compared: \(names)\(more)."
                )
            )
        }
        return warnings
    }
}

/// The shapes of comparisons, which the API and the command line share.
extension JSONWriter {
    /// Writes a part of the changes, each into the list of every kind that it is of, and what there is in all.
    package mutating func members(of diff: TreeDiff, _ range: PageRange, warnings: [Diagnostic]) {
        member("tolerance", diff.tolerance)
        let part = range.slice(of: diff.changes)
        for kind in TreeDiff.Kind.allCases {
            key(kind.rawValue)
            beginArray()
            for change in part.entries where change.kinds.contains(kind) {
                beginObject()
                members(of: change, kind, in: diff)
                endObject()
            }
            endArray()
        }
        key("summary")
        beginObject()
        for kind in TreeDiff.Kind.allCases { member(kind.rawValue, diff.count(kind)) }
        member("different", diff.changes.count)
        member("same", diff.merged.nodes.count - diff.changes.count)
        endObject()
        member("warnings", warnings)
        member("total", diff.changes.count)
        member("next", part.next.map(String.init))
    }

    /// A property that is not the same.
    package mutating func members(of property: TreeDiff.PropertyChange) {
        member("name", property.name)
        if property.isAttribute { member("attribute", true) }
        member("before", property.before)
        member("after", property.after)
    }

    private mutating func members(of change: TreeDiff.Change, _ kind: TreeDiff.Kind, in diff: TreeDiff) {
        let (tree, index) = diff.view(of: change)
        member("from", change.before.flatMap { diff.former.id(at: $0) })
        member("to", change.after.flatMap { diff.new.id(at: $0) })
        member("class", tree.className(of: index))
        member("text", tree.text(of: index))
        member("identifier", tree.identifier(of: index))
        switch kind {
        case .added, .removed: member("frame", change.frames.before ?? change.frames.after)
        case .moved, .resized:
            member("before", change.frames.before)
            member("after", change.frames.after)
        case .reparented:
            member("before", change.before.flatMap { diff.former.superview(of: $0) }.flatMap { diff.former.id(at: $0) })
            member("after", change.after.flatMap { diff.new.superview(of: $0) }.flatMap { diff.new.id(at: $0) })
        case .reordered:
            member("before", change.before.flatMap { diff.former.subviewIndex(of: $0) })
            member("after", change.after.flatMap { diff.new.subviewIndex(of: $0) })
        case .changed:
            changedProperties(change.properties)
        }
    }

    /// What became of the properties of a view.
    mutating func changedProperties(_ properties: [TreeDiff.PropertyChange]) {
        nested("properties", properties) { writer, property in
            writer.beginObject()
            writer.members(of: property)
            writer.endObject()
        }
    }
}

extension TreeDiff {
    /// A view of a change with its tree: the new one, the former one of a view that is gone.
    package func view(of change: Change) -> (tree: ViewTree, index: Int) {
        if let after = change.after { (new, after) } else { (former, change.before ?? 0) }
    }
}

/// The shapes of timelines, which the API and the command line share.
extension JSONWriter {
    /// How large a step is, and how many views something became of since the one before; null for the first.
    package mutating func stepMembers(_ step: Timeline.Step) {
        member("viewCount", step.tree.count)
        key("summary")
        guard step.diff != nil else { return null() }
        beginObject()
        for kind in Timeline.Kind.allCases { member(kind.rawValue, step.count(kind)) }
        member("different", step.changes.count)
        endObject()
    }

    /// What a view is, in which steps it is there, and in which of them something became of it, counted from 1.
    package mutating func trackMembers(_ track: ViewTrack, in timeline: Timeline) {
        object("view") { writer in
            let (tree, index) = track.last.map { (timeline.steps[$0.step].tree, $0.index ?? 0) } ?? (ViewTree(), 0)
            writer.member("class", tree.className(of: index))
            writer.member("text", tree.text(of: index))
            writer.member("identifier", tree.identifier(of: index))
        }
        member("first", track.first.map { $0.step + 1 })
        member("last", track.last.map { $0.step + 1 })
        object("changes") { writer in
            for kind in Timeline.Kind.allCases { writer.member(kind.rawValue, track.steps(kind).map { $0 + 1 }) }
        }
    }

    /// How a view is in a step, and what became of it since the one before.
    package mutating func momentMembers(_ moment: ViewTrack.Moment, in timeline: Timeline) {
        let tree = timeline.steps[moment.step].tree
        member("view", moment.index.flatMap { tree.id(at: $0) })
        member("superview", moment.index.flatMap { tree.superview(of: $0) }.flatMap { tree.id(at: $0) })
        member("frame", moment.frame)
        member("windowFrame", moment.windowFrame)
        key("visible")
        if let visibility = moment.visibility { bool(visibility.isSeen) } else { null() }
        member("visibility", moment.visibility?.rawValue)
        member("text", moment.text)
        member("changes", moment.kinds.map(\.rawValue))
        changedProperties(moment.difference?.properties ?? [])
    }
}
