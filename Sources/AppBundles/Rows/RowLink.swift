/// Where a row leads outside the settings: a web page, another app, a mail.
///
/// Bundles can come from anywhere, so an address is text to be read and never one to be followed.
public struct RowLink: Sendable, Hashable {
    /// What the row opens; the raw values are those of the API.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An address in another app (`IASKOpenURLSpecifier`).
        case url
        /// A mail to be sent (`IASKMailComposeSpecifier`).
        case mail
        /// A page inside the app (a child pane with a web view controller).
        case web
    }

    /// One field of a mail.
    public struct Line: Sendable, Hashable {
        /// What it is: To, Cc, Bcc, Subject, Body or Format.
        public var label: String
        /// Its text.
        public var value: String

        /// Creates a line.
        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// What the row opens.
    public var kind: Kind
    /// The address as the bundle gives it, or the recipients of a mail; may be any text.
    public var address: String
    /// The fields of a mail; empty for other kinds.
    public var lines: [Line]

    /// Creates a link.
    public init(kind: Kind, address: String, lines: [Line] = []) {
        self.kind = kind
        self.address = address
        self.lines = lines
    }
}
