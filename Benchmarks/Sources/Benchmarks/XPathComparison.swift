import CXPath
import DumpFormats
import Locators
import ViewHierarchy

/// What XPath takes on a large document, beside libxml2 on the same one.
///
/// Both have read the document before, and are given the expression as text.
enum XPathComparison {
    /// From what a test usually asks to what looks at all elements. Not among them is what joins sets of nodes that are not in
    /// order, as `//a//b` and `//a/ancestor::b` do: that takes libxml2 the square of their number, seconds to minutes here.
    private static let expressions = [
        "//XCUIElementTypeButton",
        "//XCUIElementTypeStaticText[@label='Row 9000']",
        "//XCUIElementTypeCell[contains(@name, '777')]/XCUIElementTypeOther",
        "//XCUIElementTypeCell[.//XCUIElementTypeButton[@enabled='true' and @x > 100]]",
        "//*[@visible='true'][last()]",
        "//XCUIElementTypeCell[count(.//XCUIElementTypeImage) > 0][position() mod 100 = 0]",
    ]

    /// Milliseconds of both, by expression.
    static func run(views count: Int) throws -> [Comparison] {
        // Elements that are written as XML and read again, so that both have the same document.
        let views = Dump(format: .vitrineJSON, tree: try named(count))
        let xml = PageSource(ElementTree(views)).xml
        let limits = DumpLimits(maximumBytes: xml.count)
        let tree = ElementTree(try DumpReader.read(xml, format: .webDriverAgentXML, limits: limits))
        let document = try XMLDocument(xml)
        return try expressions.compactMap { expression in
            let locator = Locator(.xpath, expression)
            let ours = try locator.elements(in: tree, budget: WorkBudget(.max)).count
            let other = try document.count(expression)
            guard ours == other else {
                throw LimitComparison.Fault("“\(expression)” finds \(ours) elements, \(other) with libxml2")
            }
            return try Comparison(
                expression,
                { _ = try locator.elements(in: tree, budget: WorkBudget(.max)) },
                { _ = try document.count(expression) }
            )
        }
    }

    /// A long list whose cells have names.
    private static func named(_ count: Int) throws -> ViewTree {
        let tree = Shape.screen.tree(count)
        var builder = ViewTreeBuilder()
        for index in tree.indices {
            guard var view = tree.description(of: index) else { continue }
            view.identifier = "view \(index)"
            builder.append(view, depth: tree.depth(of: index))
        }
        return builder.build()
    }

    /// A document of libxml2.
    private final class XMLDocument {
        private let document: xmlDocPtr
        private let context: xmlXPathContextPtr

        init(_ xml: [UInt8]) throws {
            let options = Int32(XML_PARSE_HUGE.rawValue | XML_PARSE_NONET.rawValue)
            let read = xml.withUnsafeBytes { bytes in
                xmlReadMemory(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(clamping: bytes.count),
                    nil,
                    nil,
                    options
                )
            }
            guard let document = read, let context = xmlXPathNewContext(document) else {
                throw LimitComparison.Fault("libxml2 cannot read the document")
            }
            // As its manual advises before many questions.
            xmlXPathOrderDocElems(document)
            (self.document, self.context) = (document, context)
        }

        deinit {
            xmlXPathFreeContext(context)
            xmlFreeDoc(document)
        }

        func count(_ expression: String) throws -> Int {
            guard let result = xmlXPathEvalExpression(expression, context) else {
                throw LimitComparison.Fault("libxml2 does not understand “\(expression)”")
            }
            defer { xmlXPathFreeObject(result) }
            return result.pointee.nodesetval.map { Int($0.pointee.nodeNr) } ?? 0
        }
    }
}
