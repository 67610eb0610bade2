internal import CZip

extension ArchiveError {
    /// What kept libzip from opening an archive (libzip manual, zip_errors).
    init(_ error: zip_error_t) {
        var error = error
        switch zip_error_code_zip(&error) {
        case ZIP_ER_NOZIP:
            self.init(.notAnArchive, "This is no zip archive: send an app as .zip or .ipa.")
        case ZIP_ER_MEMORY:
            self.init(.tooLarge, "The archive needs more memory than there is.")
        default:
            self.init(.damaged, "The archive is damaged: its parts contradict each other. Make or send it again.")
        }
    }
}
