import Diagnostics
import ViewHierarchy

/// The text of `-[UIView recursiveDescription]`.
enum RecursiveDescriptionFormat: FormatReader {
    static var format: DumpFormat { .recursiveDescription }

    static func signs(in input: DumpInput) -> FormatSigns {
        // JSON may hold descriptions in its strings; an array of them, as Swift prints it, begins with the first one.
        guard !input.beginsAsJSON || input.isArray(of: UInt8(ascii: "<")) else {
            return FormatSigns(.possible, "It begins as JSON does.")
        }
        if let survey = input.survey, survey.hasViews {
            return FormatSigns(.likely, "Lines describe views, such as <UIView: 0x7f8a10; frame = (0 0; 320 480)>.")
        }
        return FormatSigns(.possible, "It may be text with descriptions of views.")
    }

    static func read(_ input: DumpInput) throws(Misfit) -> Dump {
        let lines = input.lines
        let survey = input.survey ?? DescriptionSurvey(lines.text)
        guard survey.hasViews else {
            let reason =
                LookAlike.name(of: survey).map { "Its lines are those of \($0)." }
                ?? "No line describes a view, such as <UIView: 0x7f8a10; frame = (0 0; 320 480)>."
            throw .other(reason: reason, line: survey.firstLine ?? 1)
        }
        var reader = DescriptionReader(lines.text, survey: survey, limits: input.limits)
        do throws(DumpError) {
            let tree = try reader.read()
            guard tree.count > 0 else {
                throw DumpError(.unreadable, "No line describes a view.", line: survey.firstLine)
            }
            var general = reader.losses
            if let note = lines.note { general.append(.init(.info, "decoded.text", note)) }
            return Dump(format: format, tree: tree, report: reader.assembler.report.finished(general: general))
        } catch {
            throw .broken(error)
        }
    }
}
