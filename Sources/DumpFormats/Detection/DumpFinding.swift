import Diagnostics

/// What readers can say in a report: how much it matters, its code, and its sentence, in which `#` is the line and each `%` one
/// of the words that stand beside it. Documents and interfaces have findings of their own.
enum DumpFinding: String, CaseIterable {
    // What is missing of views. The word is the place, then the class.
    case noObject = "error document.notAView: %: this is no object, so it is no view; it was skipped."
    case noClass = "warning missing.class: %: no class is given."
    case noType = "warning missing.class: %: no type is given; it became a UIView."
    case noClassButUIView = "warning missing.class: %: no class is given; it became a UIView."
    case noFrame = "warning missing.frame: %: no frame is given; the place is unknown."
    case noFrames = "warning missing.frame: None of the % elements says where it is; every place is unknown."
    case noPlace = "warning missing.frame: %: a size is given, but no place, which is unknown."
    case noFrameOfRoot = "warning missing.frame: %: no frame is given; it is drawn around what is in it."
    case noBounds = "warning missing.frame: % (%): no bounds are given; the place is unknown."
    case noSides = "warning missing.frame: %: x, y, width and height are not all given; the place is unknown."
    case noFrameOnLine = "warning missing.frame: Line #: this % has no frame; its place is unknown."
    case noFrameNorSize = "warning missing.frame: Line #: no frame is given; the place is unknown."
    case noGeometry =
        "info missing.frame: % elements say no place, as those that draw nothing of their own; theirs is unknown."
    case guessedFrame = """
        info guessed.frame: Line #: an application is printed without a frame; it was given that of its first window, \
        or one around what is in it.
        """
    case unreadableFrame = """
        warning unreadable.attribute: Line #: the frame cannot be understood; it is kept as an attribute.
        """
    case ownDescription = """
        warning missing.class: Line # is a description of the app's own, without class and frame; it is shown as a UIView \
        at 0, 0.
        """
    case missingSuperviews = """
        warning missing.superviews: Line # is more than one level deeper than the view before it; the views between are \
        missing.
        """
    case guessedDepth = """
        warning guessed.depth: Line # is indented without bars; its superview was guessed from the width of the \
        indentation.
        """
    case droppedAttributes = """
        warning limit.maximumAttributes: Line #: % attributes more than the limit maximumAttributes were dropped.
        """

    // Where tools stop.
    case stopped = """
        warning lost.depth: The deepest elements are % levels down, where tools stop by default; deeper elements may be \
        missing. Raise the tool's limit (WebDriverAgent: snapshotMaxDepth).
        """
    case stoppedSDK = """
        warning lost.depth: %: the SDK stopped here, because the views are nested too deep; those below are missing.
        """
    case stoppedDetox = """
        warning lost.depth: The deepest views are 200 levels down, where Detox stops; deeper views are missing.
        """
    case cutTree = "warning lost.depth: The tool says that the tree is cut: elements are missing."

    // What was done to a text, and what in it is no view.
    case decoded = "info decoded.text: %"
    case sides = "info decoded.sides: %"
    case repairedText = "warning repaired.text: Bytes that are no UTF-8 were read as U+FFFD."
    case repairedControls = "info repaired.controls: Control characters, which XML forbids, were read as spaces."
    case repairedReferences = """
        info repaired.references: Character references that XML forbids were read as what they mean, pairs of surrogates \
        as one character.
        """
    case skippedJSON = "warning skipped.json: % JSON values after the first one were skipped."
    case skippedText = "warning skipped.text: Line #: text between % was skipped."
    case skippedAround = "info skipped.lines: Text % the XML document, from line # on, was skipped."
    case skippedEnd = "info skipped.lines: Text after the view hierarchy, from line # on, was skipped."
    case skippedLine = "info skipped.lines: Line # is no %; it was skipped."
    case skippedWords = "info skipped.lines: % text around the dump and %."
    case skippedTrace = "info skipped.autolayoutTrace: % an _autolayoutTrace and %."
    case skippedControllers = "info skipped.printHierarchy: % a _printHierarchy of view controllers and %."
    case skippedConstraints = "info skipped.constraints: % a log of constraints and %."
    case joinedReports = "info joined.reports: The text also holds reports of debuggers (%): % matched to views%"
    case skippedResponder = "info skipped.responder: Line #: % is a responder but no view."
    case elidedLine = "warning elided.lines: Line # stands for lines that were taken out; their % are missing."
    case responderChain = """
        info read.responderChain: This is a responder chain, printed from the inside out: each view was made the superview \
        of the one before.
        """
    case query = """
        info read.query: These are the results of a query, each without what is around it and in it; they are shown as a \
        list.
        """
    case candidates = """
        info read.candidates: The query found nothing: these are the elements among which it looked, each without what is \
        around it and in it.
        """
    case turned = """
        info read.rotation: The screen was turned by % degrees (rotation %); frames are those of the turned screen.
        """
    case keptLayers = """
        info kept.layers: % lines describe bare layers, which are no views; % of them are kept as attributes named \
        sublayer of their views.
        """
    case notUIKit = """
        warning sentry.system: The views are those of %, not of UIKit; their numbers are shown as points, and UIKit's \
        rules may not hold for them.
        """

    // Texts that break off, and lines that are too long.
    case brokenXML = """
        error broken.document: Line #: the XML breaks off here (%); the % elements before were read, what follows is lost.
        """
    case missingParts = """
        error broken.document: Line #: this is a piece of the XML: % missing; the elements that are there were read.
        """
    case repairedTags = """
        info repaired.tags: % places, the first on line #, are not as XML wants them; they were read as what they mean.
        """
    case elided = """
        warning elided.lines: Line #: “...” stands for what was left out of the XML; it is missing.
        """
    case brokenOff = """
        error broken.document: Line #: the view hierarchy breaks off here; the % views before were read, what follows is \
        lost.
        """
    case cutOff = "warning truncated.line: Line #: the description of this % is cut off; what follows is lost."
    case cutTag = "warning truncated.line: Line #: the tag of this % is cut off; what follows is lost."
    case cutRow = "warning truncated.line: The text ends in the row of line #; it was left out."
    case unbalanced = """
        warning unbalanced.tags: Line #: </%> ends no open view; the superviews of what follows may be wrong.
        """
    case longLine = """
        warning limit.maximumLineBytes: Line # has more than % bytes, which is the limit maximumLineBytes; the rest was \
        dropped.
        """
    case longDescription = """
        warning limit.maximumLineBytes: Line # has a description of more than % bytes, which is the limit \
        maximumLineBytes; the rest was dropped.
        """
    case longRow = """
        warning limit.maximumLineBytes: The row in line # has more than % bytes, which is the limit maximumLineBytes; it \
        and what follows were left out.
        """
    case longPage = """
        warning limit.maximumLineBytes: Line #: the page of this web view has more than % bytes, which is the limit \
        maximumLineBytes; the rest was dropped.
        """

    // Archives.
    case notAnItem = "error archive.notAnItem: Object % (%) is no display item; it was left out."
    case repeatedItem = "warning archive.repeated: Object % is among the items a second time; it was read once."
    case repeatedView = "warning archive.repeated: % (%) is among the views a second time; it was read once."
    case circularViews = "warning archive.repeated: % views are inside themselves; they were left out."
    case brokenResponse = "error archive.response: Response_% cannot be read, and what it says is missing: %"
    case picture = "warning document.picture: The picture was left out: %."
    case screenshot = "warning document.picture: The picture of the screen was left out: it is neither PNG nor JPEG."
    case system = "info lookin.system: The app ran on iOS %."
    case transforms = """
        info lost.transform: Lookin does not keep transforms: % bounds of another size than the frame, and are placed by \
        the frame.
        """
    case layers = "info lost.layers: % layers of the bundle belong to no view; they are left out."
    case ambiguous = "warning layout.ambiguous: Its layout is ambiguous: the constraints leave open where it is."

    // Compiled storyboards.
    case otherNib = "info storyboard.otherNibs: 1 nib belongs to no scene and was left out: %."
    case otherNibs = "info storyboard.otherNibs: % nibs belong to no scene and were left out: %."
    case sceneWithoutView = "info interface.sceneWithoutView: The scene % (%) has no view in the files.%"
    case missingNib = "warning storyboard.missingNib: The nib % of the scene % is not beside the storyboard."
    case repeatedNib =
        "warning storyboard.repeatedNib: The nib % of the scene % is another scene’s too; it was read once."
    case unreadableNib = "error storyboard.unreadableNib: The nib % cannot be read: %"
}

extension DumpFinding {
    /// The words of ``missingParts``.
    static func missing(beginning: Bool, end: Bool) -> String {
        let parts = [(beginning, "its beginning"), (end, "its end")].filter(\.0).map(\.1)
        return parts.joined(separator: " and ") + (parts.count > 1 ? " are" : " is")
    }
}

extension Diagnostic {
    /// A finding of a reader.
    ///
    /// - Parameter words: What stands for each `%` of its sentence.
    init(_ finding: DumpFinding, _ words: [String] = [], view: Int? = nil, line: Int? = nil) {
        let parts = finding.rawValue.split(separator: " ", maxSplits: 2).map(String.init)
        var words = words[...]
        var sentence = ""
        for character in parts[2] {
            switch character {
            case "%": sentence += words.popFirst() ?? ""
            case "#": sentence += line.map { "\($0)" } ?? ""
            default: sentence.append(character)
            }
        }
        // The place of a document's root has no words.
        if sentence.hasPrefix(": ") { sentence = sentence.dropFirst(2).prefix(1).uppercased() + sentence.dropFirst(3) }
        let severity = Severity(rawValue: parts[0]) ?? .warning
        self.init(severity, String(parts[1].dropLast()), sentence, view: view, line: line)
    }
}
