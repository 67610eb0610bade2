/// A place; points, origin top left, y down.
public struct Point: Codable, Sendable, Hashable {
    /// Points from the left.
    public var x: Double
    /// Points from the top.
    public var y: Double

    /// Takes the numbers.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A width and a height, in points.
public struct Size: Codable, Sendable, Hashable {
    /// Points across.
    public var width: Double
    /// Points down.
    public var height: Double

    /// Takes the numbers.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

/// A rectangle, in points.
public struct Rect: Codable, Sendable, Hashable, CustomStringConvertible {
    /// Points from the left.
    public var x: Double
    /// Points from the top.
    public var y: Double
    /// Points across.
    public var width: Double
    /// Points down.
    public var height: Double

    /// Takes the numbers.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Its left edge.
    public var left: Double { x }
    /// Its top edge.
    public var top: Double { y }
    /// Its right edge.
    public var right: Double { x + width }
    /// Its bottom edge.
    public var bottom: Double { y + height }
    /// Halfway from left to right.
    public var centerX: Double { x + width / 2 }
    /// Halfway from top to bottom.
    public var centerY: Double { y + height / 2 }

    /// `(0, 20, 320, 44)`.
    public var description: String { "(\([x, y, width, height].map(\.short).joined(separator: ", ")))" }
}

extension Double {
    /// Without the fraction of a whole number, and at most two digits of another.
    fileprivate var short: String {
        let rounded = (self * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }
}

/// What a server says of a dump.
public struct Dump: Decodable, Sendable, Hashable {
    /// By which the server knows it.
    public var id: String
    /// What people call it.
    public var name: String
    /// The words under which people find it with others, sorted.
    public var tags: [String]
    /// The folder that it lies in, where it lies in one.
    public var folder: String?
    /// The format that it was read as, such as `vitrineJSON`.
    public var format: String
    /// How many views it has.
    public var viewCount: Int
    /// Of its first window.
    public var size: Size
    /// Goes up with each edit.
    public var revision: Int
    /// Whether it came from a folder of the server, and cannot be deleted.
    public var readOnly: Bool
    /// Whether a screenshot came with it.
    public var screenshot: Bool
}

/// A view of a dump. What the dump did not say has UIKit's default, and its name stands in `unknown`.
public struct View: Decodable, Sendable, Hashable, CustomStringConvertible {
    /// Kept through every edit.
    public var id: Int
    /// The name of its class.
    public var `class`: String
    /// The id of its superview; nil for a window.
    public var superview: Int?
    /// The ids of its subviews, back to front.
    public var subviews: [Int]
    /// 0 for a window.
    public var depth: Int
    /// In the superview.
    public var frame: Rect?
    /// In its own coordinates.
    public var bounds: Rect?
    /// In the window.
    public var windowFrame: Rect?
    /// What superviews that clip and the window leave of it.
    public var visibleFrame: Rect?
    /// False when hidden or transparent, itself or through a superview, or when nothing is left of it.
    public var visible: Bool
    /// Whether `isHidden` is set.
    public var hidden: Bool
    /// From 0 to 1.
    public var alpha: Double?
    /// Its tag.
    public var tag: Int
    /// What it shows.
    public var text: String?
    /// Its accessibility identifier.
    public var identifier: String?
    /// Its accessibility label.
    public var label: String?
    /// Its accessibility value.
    public var value: String?
    /// What else the dump said, as it said it.
    public var attributes: [String: String]
    /// The names of what the dump did not say.
    public var unknown: [String]

    /// `UIButton 5 #pay`.
    public var description: String {
        let name = identifier.map { " #" + $0 } ?? text.map { " “\($0.prefix(40))”" } ?? ""
        return "\(self.class) \(id)\(name)"
    }
}

/// Where a layout puts a view.
public struct PlacedView: Decodable, Sendable, Hashable {
    /// The id of the view.
    public var id: Int
    /// In the superview.
    public var frame: Rect?
    /// In the window.
    public var windowFrame: Rect?
    /// Whether it is not where the dump has it.
    public var changed: Bool
    /// `masks`, `partial` or `none`: how much of the place a layout by masks knows.
    public var certainty: String
}

/// What applying a named set of values did, domain by domain.
public struct AppliedSet: Sendable, Decodable {
    /// What became of one domain.
    public struct Part: Sendable, Decodable {
        /// The domain.
        public var domain: String
        /// The revision that it is at.
        public var revision: Int
        /// The keys whose values are others now.
        public var changed: [String]
    }

    /// The name of the set.
    public var set: String
    /// The domains, sorted by name.
    public var domains: [Part]
}
