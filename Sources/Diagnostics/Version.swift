/// What Vitrine is, told to those who ask: by the server, by reports, by the command line.
package enum ServerVersion {
    /// Semantic version.
    package static let current = "0.1.0"
}
