import PropertyList

/// What the `defaults` command prints.
public struct DefaultsCommandOutput: Sendable, Hashable {
    /// For standard output.
    public var output: [UInt8]
    /// A line for standard error, from a command that succeeded all the same.
    public var remark: String?

    /// Creates an output; none unless told otherwise.
    public init(_ output: [UInt8] = [], remark: String? = nil) {
        self.output = output
        self.remark = remark
    }

    /// Text with a line break behind it.
    static func line(_ text: String) -> DefaultsCommandOutput { DefaultsCommandOutput(Array((text + "\n").utf8)) }

    /// A value as `defaults(1)` prints it.
    static func value(_ value: PropertyListValue) -> DefaultsCommandOutput { .line(value.displayText ?? "") }
}
