import VitrineClient
import XCTest

/// Assertions about layouts. A failure says which view, what was measured and what was expected. Numbers may be off by
/// half a point unless a tolerance is given.
extension XCTestCase {
    /// Puts apps into a named set of values until the test ends, which takes it back.
    ///
    ///     func testEmptyState() async throws {
    ///         try await useDefaults(set: "empty state", of: server)
    public func useDefaults(set name: String, of server: VitrineServer) async throws {
        let applied = try await server.apply(set: name)
        addTeardownBlock { try await server.undo(applied) }
    }

    /// A view lies inside another one, at these distances from its edges where they are given.
    public func assertInside(
        _ view: View,
        of other: View,
        left: Double? = nil,
        top: Double? = nil,
        right: Double? = nil,
        bottom: Double? = nil,
        tolerance: Double = 0.5,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let insets = Insets(left: left, top: top, right: right, bottom: bottom)
        report(LayoutRule.faults(inside: other, view, insets, tolerance), of: view, file, line)
    }

    /// Views share an edge or a centre.
    public func assertAligned(
        _ views: [View],
        _ edge: KeyPath<Rect, Double>,
        tolerance: Double = 0.5,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let first = views.first else { return XCTFail("There is no view to look at.", file: file, line: line) }
        for view in views.dropFirst() {
            report(LayoutRule.faults(aligned: first, view, edge, tolerance), of: view, file, line)
        }
    }

    /// Views are large enough for a finger.
    public func assertTouchTarget(
        _ views: [View],
        atLeast size: Double = 44,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        if views.isEmpty { XCTFail("There is no view to look at.", file: file, line: line) }
        for view in views { report(LayoutRule.faults(touchTarget: view, size), of: view, file, line) }
    }

    /// A dump keeps the rules of a document; each that is broken is a failure of its own.
    public func assertRules(
        _ rules: String,
        of dump: Dump,
        on server: VitrineServer,
        file: StaticString = #filePath,
        line: UInt = #line
    ) async throws {
        for failure in try await server.check(dump, rules: rules).failures {
            XCTFail("\(failure.rule): \(failure.message) (\(server.page(of: dump)))", file: file, line: line)
        }
    }

    /// A dump has no finding that is as severe as this, or more; each is a failure of its own.
    public func assertNoFindings(
        in dump: Dump,
        on server: VitrineServer,
        from severity: Finding.Severity = .warning,
        rules: [String] = [],
        devices: [String] = [],
        file: StaticString = #filePath,
        line: UInt = #line
    ) async throws {
        for finding in try await server.lint(dump, rules: rules, devices: devices) where finding.severity >= severity {
            XCTFail("\(finding.rule): \(finding.message) (\(server.page(of: dump)))", file: file, line: line)
        }
    }

    private func report(_ faults: [String], of view: View, _ file: StaticString, _ line: UInt) {
        for fault in faults { XCTFail("\(view): \(fault)", file: file, line: line) }
    }
}

/// Distances from the edges of another view; nil for what may be anything that is not outside.
struct Insets {
    var left, top, right, bottom: Double?
}

/// What is wrong with places, in words; nothing where all is well.
enum LayoutRule {
    private static let unknown = "the dump does not say where it is"

    static func faults(inside other: View, _ view: View, _ wanted: Insets, _ tolerance: Double) -> [String] {
        guard let inner = view.windowFrame else { return [unknown] }
        guard let outer = other.windowFrame else { return ["the dump does not say where \(other) is"] }
        let edges = [
            ("left", inner.left - outer.left, wanted.left), ("top", inner.top - outer.top, wanted.top),
            ("right", outer.right - inner.right, wanted.right), ("bottom", outer.bottom - inner.bottom, wanted.bottom),
        ]
        return edges.compactMap { name, inset, expected in
            if let expected {
                return abs(inset - expected) > tolerance
                    ? "\(name) inset in \(other) is \(inset.words), expected \(expected.words)" : nil
            }
            return inset < -tolerance ? "reaches \((-inset).words) over the \(name) edge of \(other)" : nil
        }
    }

    static func faults(
        aligned other: View,
        _ view: View,
        _ edge: KeyPath<Rect, Double>,
        _ tolerance: Double
    ) -> [String] {
        guard let measured = view.windowFrame?[keyPath: edge] else { return [unknown] }
        guard let expected = other.windowFrame?[keyPath: edge] else {
            return ["the dump does not say where \(other) is"]
        }
        return abs(measured - expected) > tolerance ? ["is at \(measured.words), \(other) is at \(expected.words)"] : []
    }

    static func faults(touchTarget view: View, _ size: Double) -> [String] {
        guard let frame = view.windowFrame else { return [unknown] }
        guard min(frame.width, frame.height) < size - 0.5 else { return [] }
        return ["is \(frame.width.words) by \(frame.height.words), expected at least \(size.words) by \(size.words)"]
    }
}

extension Double {
    /// Without the fraction of a whole number, and at most two digits of another.
    fileprivate var words: String {
        let rounded = (self * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }
}
