import Foundation
import JSON
import Web

/// What the person who starts the server decides.
package struct ServerConfiguration: Sendable {
    /// Host names besides `localhost` and IP addresses under which the server may be reached; see `HostAllowList`.
    package var allowedHosts: [String] = []
    /// The largest dump that an upload may hold, in bytes.
    package var maximumDumpBytes = 64 << 20
    /// The largest JSON dump, in bytes; JSON needs many times its size in memory.
    package var maximumJSONDumpBytes = 32 << 20
    /// The largest archive of an app, in bytes.
    package var maximumAppBytes = 256 << 20
    /// The largest body of any other request, in bytes.
    package var maximumBodyBytes = 1 << 20
    /// The largest body that carries the values of a domain of defaults, in bytes.
    package var maximumDomainBodyBytes = JSONLimits.defaults.maximumBytes
    /// How many uploads are read at the same time; more wait.
    var maximumConcurrentUploads = 2
    /// How many uploads may wait to be read; one more is answered with 503.
    package var maximumWaitingUploads = UploadGate.standardWaiting

    /// Whether pages of other origins may speak WebDriver with this server, and nothing else.
    package var allowsCrossOriginWebDriver = false
    /// What makes pixels of drawn screens; nil for nothing.
    package var rasterizer: PictureRasterizer?

    /// The standard configuration.
    package init() {}
}

extension ServerConfiguration {
    /// The largest body of an upload: a dump with a screenshot and the edges of a form around them.
    package var maximumUploadBytes: Int { maximumDumpBytes + (16 << 20) + (64 << 10) }

    /// The largest body that brings an app: its archive and the edges of a form around it.
    package var maximumAppUploadBytes: Int { maximumAppBytes + (64 << 10) }
}

/// Makes pixels of an SVG; the module knows no programs, so whoever starts the server hands one in.
/// - Throws: ``PictureFailure`` with a sentence that says what to install.
package typealias PictureRasterizer = @Sendable (_ svg: [UInt8]) throws(PictureFailure) -> [UInt8]

/// Why there is no picture.
package struct PictureFailure: Error, Sendable, Hashable {
    /// One sentence for people.
    package var message: String

    /// Creates a failure.
    package init(_ message: String) { self.message = message }
}
