package import Diagnostics
package import FoundationEssentials
import PropertyList

/// A finding as pages list it.
package struct FindingRow: PageModel {
    package let finding: Diagnostic
    /// Where the thing is that it is about.
    package let target: String?

    package init(_ finding: Diagnostic, target: String? = nil) {
        self.finding = finding
        self.target = target
    }

    package static let members: Members<Self> = [
        "severity": .text { $0.finding.severity.rawValue }, "message": .text { $0.finding.message },
        "target": .text { $0.target }, "file": .text { $0.finding.file }, "line": .number { $0.finding.line },
        "hasPlace": .flag { $0.finding.file != nil || $0.finding.line != nil },
    ]
}

/// How long ago something was, as people say it.
package enum Age {
    /// In the largest unit that is at least one: `5 min ago`.
    /// - Parameter least: what is not so many seconds ago is just now.
    package static func text(of date: Date, now: Date, least: TimeInterval = 10) -> String {
        let seconds = now.timeIntervalSince(date)
        switch seconds {
        case ..<least: return "just now"
        case ..<60: return "\(Int(seconds)) s ago"
        case ..<3_600: return "\(Int(seconds / 60)) min ago"
        case ..<86_400: return "\(Int(seconds / 3_600)) h ago"
        case ..<(86_400 * 365): return "\(Int(seconds / 86_400)) d ago"
        default: return String((Instant.text(Instant.nearest(date)) ?? "").prefix(10))
        }
    }
}

/// How many there are of something: templates say one thing for one and another for more.
package struct Count: PageModel {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package static let members: Members<Self> = [
        "number": .number { $0.number }, "one": .flag { $0.number == 1 }, "any": .flag { $0.number > 0 },
    ]
}

/// One choice of a list or one way of several.
package struct ListOption: PageModel {
    /// What is sent, or where it leads.
    package var value: String
    package var label: String
    package var isSelected = false

    package init(value: String, label: String, isSelected: Bool = false) {
        (self.value, self.label, self.isSelected) = (value, label, isSelected)
    }

    package static let members: Members<Self> = [
        "value": .text { $0.value }, "label": .text { $0.label }, "selected": .flag { $0.isSelected },
    ]
}

/// A path with parameters, which are encoded as they are added.
package struct PageAddress: Sendable, Hashable {
    package private(set) var text: String

    package init(_ path: String) { text = path }

    /// The address with another parameter; nil values add nothing.
    package func adding(_ name: String, _ value: String?) -> PageAddress {
        guard let value else { return self }
        var address = self
        address.text += (text.contains("?") ? "&" : "?") + name + "=" + value.pathSegment
        return address
    }

    /// The address with other parameters.
    package func adding(_ items: [(name: String, value: String)]) -> PageAddress {
        items.reduce(self) { $0.adding($1.name, $1.value) }
    }
}
