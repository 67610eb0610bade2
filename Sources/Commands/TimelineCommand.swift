package import ArgumentParser
import Checks
import DumpFormats
import Foundation
import Locators
import Shapes
import ViewHierarchy

/// `vitrine timeline FILE…`: says what became of the views of an app from dump to dump.
package struct TimelineCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Follow views from dump to dump.",
        discussion: """
            Dumps are compared in the given order. The exit status is 0 if nothing differs from one to the next, 1 if \
            something does, and 2 if a dump can't be read or no dump contains the view. With --view, only that view counts. \
            Limitations of the comparison are reported on standard error.
            """
    )

    /// How the steps are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Argument(help: "Dumps in any format, oldest first; one can be - for standard input.")
    var files: [String]

    @Option(
        help: """
            Show the history of the first view this finds: words as in the search field, such as id:total, class:UIButton or \
            a text; an XPath; a class chain; or predicate: followed by a predicate string.
            """
    )
    var view: String?

    @Option(help: "Ignore differences in position and size up to this many points.")
    var tolerance = TreeDiff.standardTolerance

    @Option(help: "text (one line per step) or json (as in the API).")
    var format = Format.text

    package init() {}

    package func validate() throws {
        guard (0...10_000).contains(tolerance) else { throw ValidationError("--tolerance takes 0 to 10000 points.") }
        guard files.count <= Timeline.maximumSteps else {
            throw ValidationError("A timeline takes at most \(Timeline.maximumSteps) dumps.")
        }
        guard files.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Only one of the dumps can be standard input.")
        }
    }

    package func run() throws {
        do {
            guard try isSame() else { throw ExitCode(1) }
        } catch let exit as ExitCode {
            throw exit
        } catch {
            // 1 says that something differs.
            FileHandle.standardError.write(line: "Error: \(error)")
            throw ExitCode(2)
        }
    }

    /// Prints what is asked for; says whether nothing differs.
    private func isSame() throws -> Bool {
        var count = 0
        let dumps = try files.map { file in
            let dump = try Inspect.dump(file)
            count += dump.tree.count
            guard count <= Timeline.maximumViews || files.count == 1 else {
                throw CommandFailure(
                    "\(file): The dumps have more than \(Timeline.maximumViews) views together; name fewer."
                )
            }
            return (name: Diff.name(of: file), dump: dump)
        }
        let timeline = PrintedTimeline(dumps, tolerance: tolerance)
        for warning in timeline.warnings { FileHandle.standardError.write(line: warning) }
        guard let view else {
            FileHandle.standardOutput.write(output: format == .text ? timeline.text : timeline.json)
            return timeline.isEmpty
        }
        let (found, notes): (PrintedTimeline.Found?, [LocatorNote])
        do throws(LocatorError) {
            (found, notes) = try timeline.view(view)
        } catch {
            throw CommandFailure("--view: \(error.sentence)")
        }
        for note in notes { FileHandle.standardError.write(line: "--view: \(note.sentence)") }
        guard let found else { throw CommandFailure("No dump has a view that “\(view)” finds.") }
        if found.count > 1 {
            FileHandle.standardError.write(
                line: "“\(view)” finds \(found.count) views in \(found.dump); this is the first of them."
            )
        }
        let track = found.track
        FileHandle.standardOutput.write(output: format == .text ? timeline.text(of: track) : timeline.json(of: track))
        return track.isEmpty
    }
}
