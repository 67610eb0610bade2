import Catalog

extension Services {
    /// Reads and stores an upload when it is its turn; it is durable when this returns.
    func add(_ upload: DumpUpload) async throws -> StoredDump {
        try await uploads.pass { try catalog.add(upload) }
    }

    /// Reads and stores an app when it is its turn; it is durable when this returns.
    func add(_ upload: AppUpload) async throws -> (app: StoredApp, isNew: Bool) {
        try await appUploads.pass { try catalog.add(upload) }
    }
}

extension ServerConfiguration {
    /// The largest body of an upload: a dump with a screenshot and the edges of a form around them.
    var maximumUploadBytes: Int { maximumDumpBytes + (16 << 20) + (64 << 10) }

    /// The largest body that brings an app: its archive and the edges of a form around it.
    var maximumAppUploadBytes: Int { maximumAppBytes + (64 << 10) }
}
