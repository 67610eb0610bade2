import ArgumentParser
import AutoLayout
import Catalog
import DumpFormats
import ViewHierarchy

/// What commands that lay dumps out take about texts.
struct TextOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Make texts longer or shorter by a percentage from -50 to 300, such as +30%, or replace the text of one view: \
            12=Abmelden. Can be repeated.
            """,
            valueName: "percentage|id=words"
        )
    )
    var text: [String] = []

    @Option(help: "Use the texts of interfaces in this language, from tables such as de.lproj beside Base.lproj.")
    var language: String?

    /// Whether nothing is said of texts.
    var isEmpty: Bool { text.isEmpty && language == nil }

    /// What the options assume of the texts of a file; words that are given by themselves count more than those of a language.
    func assumptions(for tree: ViewTree, of file: String) throws -> LayoutAssumptions {
        var assumptions = LayoutAssumptions()
        if let language { assumptions.texts.words = try Self.words(in: language, for: tree, of: file) }
        for item in text { try Self.read(item, for: tree, of: file, into: &assumptions.texts) }
        return assumptions
    }

    /// What views say in the table of a language beside a file.
    private static func words(
        in language: String,
        for tree: ViewTree,
        of file: String
    ) throws -> [Int: TextAssumptions.Words] {
        guard let upload = try Inspect.interface(file, language: language) else {
            throw CommandFailure("\(file): --language is for nibs, xibs and storyboards; this is none.")
        }
        do throws(DumpError) {
            let other = try DumpReader.read(upload.source, format: upload.format, parts: upload.parts)
            return tree.otherWords(in: other.tree)
        } catch {
            throw CommandFailure(error.sentence(about: file))
        }
    }

    private static func read(
        _ item: String,
        for tree: ViewTree,
        of file: String,
        into texts: inout TextAssumptions
    ) throws {
        guard let sign = item.firstIndex(of: "=") else {
            guard let growth = TextAssumptions.growth(item) else {
                throw CommandFailure(
                    "--text takes \(TextAssumptions.growthWords), or ID=words, not “\(item.prefix(40))”."
                )
            }
            texts.growth = growth
            return
        }
        let words = String(item[item.index(after: sign)...])
        guard let id = Int(item[..<sign]), let index = tree.index(ofID: id) else {
            throw CommandFailure("\(file): --text: There is no view “\(item[..<sign].prefix(20))”.")
        }
        guard !TextAssumptions.isTooLong(words), let said = tree.words(words, for: index) else {
            throw CommandFailure(
                "\(file): --text: The view \(id) shows no text, or more than \(TextAssumptions.maximumLength) characters are given."
            )
        }
        texts.words[id] = said
    }
}
