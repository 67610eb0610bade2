import AppBundles
package import AutoLayout
import Catalog
import Diagnostics
import DumpFormats
import HTTP
import Synchronization
import ViewHierarchy
import Web

/// For which screen somebody asks: what happens around the app, and what is assumed of texts. Requests and addresses say
/// both, pages say them in words.
struct AskedScreen: Sendable, Hashable {
    /// The query parameters that ask for a screen.
    static let parameters = Situation.parameters.union(LayoutAssumptions.textParameters)

    /// What happens around the app.
    var situation = Situation()
    /// What is assumed of texts and constants.
    var assumptions = LayoutAssumptions()

    /// Whether nothing is asked for but the canvas.
    var isCanvas: Bool { !situation.isChange && assumptions.isEmpty }

    /// The query parameters that ask for the same, in a fixed order; none for the canvas.
    var items: [(name: String, value: String)] { situation.items + assumptions.textItems }

    /// What is asked for beyond a size, for people: `iPhone 11 Pro, XS, X · landscape · keyboard`.
    var words: String { (situation.words + [assumptions.textWords]).compactMap { $0 }.joined(separator: " · ") }

    /// The device and how it is held; nil on the canvas.
    func surroundings(of root: Int, in tree: ViewTree) -> Surroundings? {
        situation.isChange ? situation.surroundings(of: tree.bounds(of: root).size) : nil
    }

    /// The device on which a check judges what is shown: that of the situation, or the one that has the size of the canvas
    /// where only texts are assumed. Nil for what no check judges: parts of screens, bars, keyboards, screens of no device.
    func judged(of tree: ViewTree) -> HeldDevice? {
        isCanvas ? nil : HeldDevice(situation, for: tree)
    }

    /// A root of a dump on this screen, as its constraints lay it out.
    func solved(_ root: Int, of snapshot: DumpSnapshot) -> SolvedLayout {
        let tree = snapshot.dump.tree
        let target = LayoutTarget(surroundings(of: root, in: tree), of: tree, assuming: assumptions)
        return snapshot.solvedScreens.solved(root, for: target)
    }
}

extension Situation {
    /// The longest side a view can be given, in points.
    private static let maximumLength = 100_000.0
    /// The query parameters that ask for a situation.
    static let parameters: Set = ["device", "orientation", "splitView", "width", "height", "statusBar", "keyboard"]

    /// Reads the parameters; faults are noted in the query.
    init(_ query: inout QueryReader) {
        self.init()
        width = query.number("width", in: 0...Self.maximumLength)
        height = query.number("height", in: 0...Self.maximumLength)
        orientation = query.choice("orientation")
        splitView = query.choice("splitView")
        statusBar = query.choice("statusBar") ?? .normal
        if query.string("keyboard") == Keyboard.resizing.rawValue {
            keyboard = .resizing
        } else if query.bool("keyboard") ?? false {
            keyboard = .covering
        }
        device = query.string("device").flatMap { query.device($0, in: "device") }
    }

    /// The parameters that ask for it, in a fixed order; none for one that changes nothing.
    fileprivate var items: [(name: String, value: String)] {
        let all = [
            ("device", device?.id), ("orientation", orientation?.rawValue), ("splitView", splitView?.rawValue),
            ("width", width.map(NumberText.short)), ("height", height.map(NumberText.short)),
            ("statusBar", statusBar == .normal ? nil : statusBar.rawValue),
            ("keyboard", keyboard == .hidden ? nil : keyboard.rawValue),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }

    /// What it says beyond a size, for people.
    fileprivate var words: [String?] {
        let bar = statusBar == .normal ? nil : statusBar == .inCall ? "in-call status bar" : "no status bar"
        let keys = keyboard == .covering ? "keyboard" : "keyboard, as if the app resized its view"
        return [device?.name, orientation?.rawValue, splitView?.name, bar, keyboard == .hidden ? nil : keys]
    }
}

/// How requests and addresses say what is assumed of a layout: `text=+30%`, `language=de`, `textSize=xxxLarge`,
/// `text.12=Abmelden`, `constant.7=24`.
extension LayoutAssumptions {
    /// The query parameters about texts.
    static let textParameters: Set = ["text", "text.{view}", "language", "textSize"]
    /// The query parameters about constants.
    static let constantParameters: Set = ["constant.{number}"]
    /// Of so many views other words can be assumed.
    private static let maximumWords = 200
    /// How much longer pages offer to take texts for.
    static let usualGrowths = [0, 0.15, 0.3, 0.5, 1, -0.1]

    /// Reads what is said of texts; faults are noted in the query.
    /// - Parameter speaks: whether `language` and `textSize` are read too.
    init(texts query: inout QueryReader, for snapshot: DumpSnapshot, speaks: Bool = true) {
        self.init()
        let tree = snapshot.dump.tree
        if speaks { readLanguageAndSize(&query, snapshot) }
        if let text = query.string("text") {
            texts.growth = TextAssumptions.growth(text) ?? 0
            if TextAssumptions.growth(text) == nil {
                query.refuse("text", "“text” takes \(TextAssumptions.growthWords), not “\(text.prefix(40))”.")
            }
        }
        let given = query.family("text.", atMost: Self.maximumWords) {
            "At most \(Self.maximumWords) views can say something else; there are \($0)."
        }
        for (name, key) in given {
            let words = query.string(name) ?? ""
            guard let id = Int(key), let index = tree.index(ofID: id) else {
                query.refuse(name, "There is no view “\(key.prefix(20))” in this dump.")
                continue
            }
            guard !TextAssumptions.isTooLong(words) else {
                query.refuse(name, "“\(name)” takes at most \(TextAssumptions.maximumLength) characters.")
                continue
            }
            guard let words = tree.words(words, for: index) else {
                query.refuse(
                    name,
                    "The view \(id) shows no text: it is no label, button, field, text view or segments."
                )
                continue
            }
            texts.words[id] = words
            if texts.language != nil { texts.given.insert(id) }
        }
    }

    private mutating func readLanguageAndSize(_ query: inout QueryReader, _ snapshot: DumpSnapshot) {
        if let wanted = query.string("language"), !wanted.isEmpty {
            readLanguage(wanted, snapshot.languages, &query, in: "language")
        }
        if let wanted = query.string("textSize"), !wanted.isEmpty { readTextSize(wanted, &query, in: "textSize") }
    }

    /// The same in each of some languages and in each of some text sizes; an empty word, and no words, leave what the dump has.
    func varied(
        languages: (name: String, wanted: [String]),
        textSizes: (name: String, wanted: [String]),
        of tables: DumpLanguages,
        _ query: inout QueryReader
    ) -> [LayoutAssumptions] {
        var variants: [LayoutAssumptions] = []
        for language in languages.wanted.isEmpty ? [""] : languages.wanted {
            var spoken = self
            if !language.isEmpty {
                spoken.readLanguage(language, tables, &query, in: languages.name)
                spoken.texts.words.merge(texts.words) { $1 }
                spoken.texts.given = Set(texts.words.keys)
            }
            for size in textSizes.wanted.isEmpty ? [""] : textSizes.wanted {
                var sized = spoken
                if !size.isEmpty { sized.readTextSize(size, &query, in: textSizes.name) }
                if !variants.contains(sized) { variants.append(sized) }
            }
        }
        return variants
    }

    /// Takes a text size; a form that leaves it open sends an empty one.
    mutating func readTextSize(_ wanted: String, _ query: inout QueryReader, in name: String) {
        texts.textSize = TextSize(named: wanted)
        if texts.textSize == nil {
            query.refuse(name, "“\(name)” takes \(TextSize.names), not “\(wanted.prefix(40))”.")
        }
    }

    /// Takes the words of a language, or a pseudo language; a form that leaves it open sends an empty one.
    mutating func readLanguage(
        _ wanted: String,
        _ languages: DumpLanguages,
        _ query: inout QueryReader,
        in name: String
    ) {
        guard let language = languages.language(matching: wanted) else {
            if let language = PseudoLanguage(named: wanted) { return texts.speak(language) }
            let names = languages.names
            let known = names.isEmpty ? "there is none" : "there are " + names.joined(separator: ", ")
            let pseudo = PseudoLanguage.allCases.map(\.rawValue).joined(separator: ", ")
            query.refuse(
                name,
                "The dump has no table of texts in “\(wanted.prefix(40))”; \(known). Pseudo languages: \(pseudo)."
            )
            return
        }
        do throws(DumpError) {
            let isRightToLeft = TextDirection(language: language) == .rightToLeft
            texts.speak(language, try languages.words(in: language), isRightToLeft: isRightToLeft)
        } catch {
            query.refuse(name, "The texts in “\(language)” cannot be taken: \(error.message)")
        }
    }

    /// Reads other constants, of constraints of the root that is laid out; faults are noted in the query.
    mutating func readConstants(_ query: inout QueryReader, of root: Int, in tree: ViewTree) {
        let limit = Self.largestConstant
        let given = query.family("constant.", atMost: Self.maximumConstants) {
            "At most \(Self.maximumConstants.counted("constant")) can be tried together; there are \($0)."
        }
        for (name, key) in given {
            guard let number = Int(key), let constraint = tree.constraint(at: number) else {
                query.refuse(
                    name,
                    "There is no constraint “\(key.prefix(20))”; /constraints lists them with their numbers."
                )
                continue
            }
            guard let constant = query.number(name, in: -limit...limit) else { continue }
            guard tree.index(ofID: constraint.owner).flatMap({ tree.root(of: $0) }) == root else {
                query.refuse(
                    name,
                    "The constraint \(number) is of another root; “view” names the one that is laid out."
                )
                continue
            }
            constants[number] = constant
        }
    }

    /// The query parameters that ask for the same texts, in a fixed order.
    var textItems: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        if texts.growth != 0 { items.append(("text", NumberText.short(texts.growth * 100))) }
        if let language = texts.language { items.append(("language", language)) }
        if let size = texts.textSize { items.append(("textSize", size.rawValue)) }
        for (id, words) in givenWords.sorted(by: { $0.key < $1.key }) {
            let said = words.text ?? words.placeholder ?? words.titles?.joined(separator: "\n") ?? ""
            items.append(("text.\(id)", said))
        }
        return items
    }

    /// The query parameters that ask for what holds in every language and text size.
    var unvariedItems: [(name: String, value: String)] {
        textItems.filter { $0.name == "text" || $0.name.hasPrefix("text.") }
    }

    /// The same in another language, or in that of the dump; as far as addresses say it, which name words of no language.
    func speaking(_ language: String?) -> LayoutAssumptions {
        var assumptions = self
        assumptions.texts.words = givenWords
        assumptions.texts.given = language == nil ? [] : Set(givenWords.keys)
        assumptions.texts.language = language
        return assumptions
    }

    /// The words that are no language's.
    private var givenWords: [Int: TextAssumptions.Words] {
        texts.language == nil ? texts.words : texts.words.filter { texts.given.contains($0.key) }
    }

    /// What is assumed of texts, for people: `texts in de, +30 %`; nil where nothing is.
    var textWords: String? {
        let growth = texts.growth == 0 ? nil : Self.growthWords(texts.growth)
        let language = texts.language.map { "texts in \($0)" }
        let words = givenWords.isEmpty ? nil : "other words in \(givenWords.count.counted("view"))"
        let size = texts.textSize.map { "text size \($0.name)" }
        let all = [language, language == nil ? growth.map { "texts \($0)" } : growth, size, words].compactMap { $0 }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    /// How much longer texts are: `+30 %`, or `as stored`.
    static func growthWords(_ growth: Double) -> String {
        guard growth != 0 else { return "as stored" }
        return "\(growth < 0 ? "−" : "+")\(NumberText.short((growth * 100).magnitude)) %"
    }
}

extension QueryReader {
    /// The names that begin so and go on, sorted.
    func names(startingWith start: String) -> [String] {
        given.filter { $0.hasPrefix(start) && $0.utf8.count > start.utf8.count }.sorted()
    }

    /// The parameters that begin so, with what follows that, the first so many; one too many is noted as a fault.
    fileprivate mutating func family(
        _ start: String,
        atMost most: Int,
        refusal: (Int) -> String
    ) -> [(name: String, key: Substring)] {
        let names = names(startingWith: start)
        if names.count > most { refuse(names[most], refusal(names.count)) }
        return names.prefix(most).map { ($0, $0.dropFirst(start.count)) }
    }
}

/// The roots of a dump as their constraints lay them out, on the canvas and on other screens, each solved when it is first
/// asked for.
///
/// It belongs to a revision of the dump (``DumpSnapshot/solvedScreens``): who goes from view to view waits once for each
/// scene and screen. Those asked for last are kept, as far as there is room.
package final class SolvedScreens: Sendable {
    /// The views of all layouts that are kept together.
    static let maximumViews = 20_000
    /// A page does not wait for roots with more views than this; the API does.
    static let maximumViewsOfPages = 2_000

    /// What a layout is kept under.
    private struct Place: Hashable {
        let root: Int
        let target: LayoutTarget
    }

    private let tree: ViewTree
    private let layouts = OnceValues<Place, SolvedLayout>(budget: SolvedScreens.maximumViews)

    init(_ tree: ViewTree) { self.tree = tree }

    /// A root on a screen, kept.
    package func solved(_ root: Int, for target: LayoutTarget) -> SolvedLayout {
        layouts.value(Place(root: root, target: target), cost: max(tree.subtree(of: root).count, 1)) {
            tree.solvedLayout(of: root, for: target)
        }
    }

    /// The frames of a root on a screen: of the layout that is kept, else of one that is not, which is made faster.
    package func result(of root: Int, for target: LayoutTarget) -> AutoLayoutResult {
        layouts.known(Place(root: root, target: target))?.result ?? tree.autoLayout(of: root, for: target)
    }
}

extension DumpSnapshot {
    /// The roots as constraints lay them out, kept with this revision.
    package var solvedScreens: SolvedScreens { derived { SolvedScreens($0) } }

    /// What masks hold, where the dump says no constraints, kept with this revision.
    var maskExplanation: MaskExplanation { derived { MaskExplanation($0) } }
}

/// Why a view is where it is, and how well its frame is known.
struct ExplainedView: Sendable {
    let explanation: LayoutExplanation
    let certainty: LayoutCertainty
    /// The views on whose contents the frame depends, by their ids.
    private(set) var dependsOn: [Int] = []
    /// What is not decided, in words.
    private(set) var undecided: String?
    /// Who laid it out.
    let solver: LayoutSolver

    /// Nil for a view that is not laid out: one behind the limit of a root.
    init?(_ index: Int, of snapshot: DumpSnapshot, on screen: AskedScreen) {
        let tree = snapshot.dump.tree
        guard tree.saysConstraints else {
            var masks = snapshot.maskExplanation
            var certainty: LayoutCertainty?
            if let root = tree.root(of: index), let surroundings = screen.surroundings(of: root, in: tree) {
                let result = tree.laidOut(root, in: surroundings)
                masks = MaskExplanation(result.tree)
                certainty = result.certainty(of: index)
            }
            guard let found = masks.explanation(of: index) else { return nil }
            (explanation, solver) = (found.explanation, .masks)
            self.certainty = certainty ?? found.certainty
            return
        }
        guard let root = tree.root(of: index) else { return nil }
        let solved = screen.solved(root, of: snapshot)
        guard let found = solved.explanation(of: index), let certainty = solved.result.certainty(of: index) else {
            return nil
        }
        (explanation, solver) = (found, .constraints)
        self.certainty = certainty.certainty
        switch certainty {
        case .certain: break
        case .dependsOnText(let ids): dependsOn = ids
        case .undetermined(let words): undecided = words
        }
    }
}
