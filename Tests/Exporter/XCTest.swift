// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the exporter uses of XCTest's attachments, which XCTest has on Apple's systems alone.

import Foundation

open class XCTAttachment: NSObject {
    public enum Lifetime: Int, Sendable { case keepAlways = 0, deleteOnSuccess }
    open var name: String?
    open var lifetime = Lifetime.deleteOnSuccess
    public let data: Data
    public init(data payload: Data, uniformTypeIdentifier identifier: String) { data = payload }
    public init(string: String) { data = Data(string.utf8) }
}
