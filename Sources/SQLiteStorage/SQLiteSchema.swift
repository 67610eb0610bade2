import GRDB

/// The tables, as the migrations that make them. A migration that was released is never changed.
///
/// Instants are seconds since 2001-01-01T00:00:00Z, which keeps every bit of a `Date`. Property-list values are binary
/// property lists.
enum SQLiteSchema {
    /// Written into the header of the file (`PRAGMA application_id`), so that no other program's database is touched:
    /// "Vtrn" in ASCII.
    static let applicationID = 0x5674_726E

    /// Migrations from before the first release, whose databases are refused.
    static let earlier: Set<String> = ["1 dumps and defaults", "2 edits of dumps", "3 apps"]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 first release") { db in
            try db.execute(sql: dumps + defaults + history + drafts + apps)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        migrator.registerMigration("2 parts of uploads") { db in try db.execute(sql: parts) }
        migrator.registerMigration("3 pins and notes") { db in try db.execute(sql: marks) }
        migrator.registerMigration("4 companions of dumps") { db in try db.execute(sql: companions) }
        migrator.registerMigration("5 identities of views") { db in try db.execute(sql: identities) }
        migrator.registerMigration("6 tokens and sessions") { db in try db.execute(sql: access) }
        migrator.registerMigration("7 sizes and owners") { db in try db.execute(sql: sizes) }
        migrator.registerMigration("8 who did it") { db in try db.execute(sql: actors) }
        migrator.registerMigration("9 languages of companions") { db in try db.execute(sql: languages) }
        migrator.registerMigration("10 secret keys") { db in try db.execute(sql: secrets) }
        migrator.registerMigration("11 files and tags of dumps") { db in try db.execute(sql: tags) }
        migrator.registerMigration("12 steps of defaults") { db in try db.execute(sql: steps) }
        migrator.registerMigration("13 folders and scenes of screenshots") { db in try db.execute(sql: folders) }
        return migrator
    }

    private static let dumps = """
        CREATE TABLE dump (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            format TEXT NOT NULL,
            app TEXT,
            viewCount INTEGER NOT NULL,
            depth INTEGER NOT NULL,
            width REAL,
            height REAL,
            capturedAt REAL,
            createdAt REAL NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX dumpByCreation ON dump(createdAt DESC, id);
        CREATE TABLE dumpSource (
            dump TEXT NOT NULL PRIMARY KEY REFERENCES dump(id) ON DELETE CASCADE,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE dumpScreenshot (
            dump TEXT NOT NULL PRIMARY KEY REFERENCES dump(id) ON DELETE CASCADE,
            bytes BLOB NOT NULL
        ) STRICT;

        """

    /// What came beside a dump in one upload; `number` is its place among these. A part that no view names has no bytes.
    private static let parts = """
        CREATE TABLE dumpPart (
            dump TEXT NOT NULL REFERENCES dump(id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number >= 0),
            name TEXT NOT NULL,
            filename TEXT,
            bytes BLOB NOT NULL,
            PRIMARY KEY (dump, number)
        ) STRICT;

        """

    /// A row of `domain` stays when its values are gone, so that revisions go on.
    private static let defaults = """
        CREATE TABLE domain (
            name TEXT NOT NULL PRIMARY KEY,
            revision INTEGER NOT NULL,
            updatedAt REAL NOT NULL
        ) STRICT;
        CREATE TABLE domainValue (
            domain TEXT NOT NULL REFERENCES domain(name),
            key TEXT NOT NULL,
            value BLOB NOT NULL,
            PRIMARY KEY (domain, key)
        ) STRICT;

        """

    private static let history = """
        CREATE TABLE history (
            domain TEXT NOT NULL REFERENCES domain(name),
            revision INTEGER NOT NULL,
            at REAL NOT NULL,
            source TEXT NOT NULL,
            actor TEXT,
            PRIMARY KEY (domain, revision)
        ) STRICT;
        CREATE TABLE historyChange (
            domain TEXT NOT NULL,
            revision INTEGER NOT NULL,
            key TEXT NOT NULL,
            before BLOB,
            after BLOB,
            PRIMARY KEY (domain, revision, key),
            FOREIGN KEY (domain, revision) REFERENCES history(domain, revision) ON DELETE CASCADE
        ) STRICT;

        """

    /// A dump that was ever edited has a row of `draft`; what it is a draft of is an upload, or a file that only the
    /// command line knows. `upload` is its own id again for the former, so that it goes with the upload.
    private static let drafts = """
        CREATE TABLE draft (
            dump TEXT NOT NULL PRIMARY KEY,
            upload TEXT REFERENCES dump(id) ON DELETE CASCADE CHECK (upload = dump),
            revision INTEGER NOT NULL,
            applied INTEGER NOT NULL CHECK (applied >= 0),
            count INTEGER NOT NULL CHECK (count >= applied),
            viewCount INTEGER NOT NULL,
            depth INTEGER NOT NULL,
            width REAL,
            height REAL
        ) STRICT;
        CREATE INDEX draftByUpload ON draft(upload);
        CREATE TABLE draftBase (
            draft TEXT NOT NULL PRIMARY KEY REFERENCES draft(dump) ON DELETE CASCADE,
            name TEXT NOT NULL,
            format TEXT NOT NULL,
            app TEXT,
            viewCount INTEGER NOT NULL,
            depth INTEGER NOT NULL,
            width REAL,
            height REAL,
            capturedAt REAL,
            createdAt REAL NOT NULL,
            hasScreenshot INTEGER NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE draftEdit (
            draft TEXT NOT NULL REFERENCES draft(dump) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number >= 0),
            operation TEXT NOT NULL,
            view INTEGER,
            summary TEXT NOT NULL,
            at REAL NOT NULL,
            edit BLOB NOT NULL,
            PRIMARY KEY (draft, number)
        ) STRICT;

        """

    /// A dump whose views were ever marked has a row of `viewMarks`. `upload` is as in `draft`. The number of a pin is the
    /// revision of the marks that made it.
    private static let marks = """
        CREATE TABLE viewMarks (
            dump TEXT NOT NULL PRIMARY KEY,
            upload TEXT REFERENCES dump(id) ON DELETE CASCADE CHECK (upload = dump),
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX viewMarksByUpload ON viewMarks(upload);
        CREATE TABLE viewPin (
            dump TEXT NOT NULL REFERENCES viewMarks(dump) ON DELETE CASCADE,
            view INTEGER NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (dump, view)
        ) STRICT;
        CREATE TABLE viewNote (
            dump TEXT NOT NULL REFERENCES viewMarks(dump) ON DELETE CASCADE,
            view INTEGER NOT NULL,
            text TEXT NOT NULL,
            createdAt REAL NOT NULL,
            changedAt REAL NOT NULL,
            PRIMARY KEY (dump, view)
        ) STRICT;
        """

    /// A dump with a companion has a row of `draft`, whose revision counts companions as well as edits.
    private static let companions = """
        CREATE TABLE companion (
            draft TEXT NOT NULL REFERENCES draft(dump) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            createdAt REAL NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (draft, number)
        ) STRICT;

        """

    /// By which ids the views of a version of a dump are known, where these are not their places in the tree. `upload` is as
    /// in `draft`, and an upload has one row; a file has one for its present version, and one for that behind its edits.
    private static let identities = """
        CREATE TABLE dumpIdentity (
            dump TEXT NOT NULL,
            upload TEXT REFERENCES dump(id) ON DELETE CASCADE CHECK (upload = dump),
            version TEXT NOT NULL,
            number INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (dump, version)
        ) STRICT;
        CREATE INDEX dumpIdentityByUpload ON dumpIdentity(upload);

        """

    /// A file whose bytes are not kept has NULL for them.
    private static let apps = """
        CREATE TABLE app (
            id TEXT NOT NULL PRIMARY KEY,
            bundleName TEXT NOT NULL,
            folderName TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            createdAt REAL NOT NULL
        ) STRICT;
        CREATE TABLE appFile (
            app TEXT NOT NULL REFERENCES app(id) ON DELETE CASCADE,
            path TEXT NOT NULL,
            size INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            bytes BLOB,
            PRIMARY KEY (app, path)
        ) STRICT;

        """

    /// Who made a row, by name; NULL where nobody said.
    private static let actors = """
        ALTER TABLE dump RENAME COLUMN owner TO actor;
        ALTER TABLE app RENAME COLUMN owner TO actor;
        ALTER TABLE draftEdit ADD COLUMN actor TEXT;
        ALTER TABLE viewPin ADD COLUMN actor TEXT;
        ALTER TABLE viewNote ADD COLUMN actor TEXT;
        ALTER TABLE companion ADD COLUMN actor TEXT;
        """

    /// Of a companion that is a table of texts: its language; NULL for the texts of debuggers.
    private static let languages = "ALTER TABLE companion ADD COLUMN language TEXT;"

    /// The keys of domains that were ever marked as secure, with the app that was the first to do so, whether it is here or not;
    /// those that uploads mark which are here; and who cleared a key last. What the uploads of before mark is found out when it
    /// is asked for.
    private static let secrets = """
        CREATE TABLE secretKey (
            domain TEXT NOT NULL,
            key TEXT NOT NULL,
            since REAL NOT NULL,
            bundle TEXT NOT NULL,
            PRIMARY KEY (domain, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE secretUse (
            domain TEXT NOT NULL,
            key TEXT NOT NULL,
            app TEXT NOT NULL REFERENCES app(id) ON DELETE CASCADE,
            PRIMARY KEY (domain, key, app)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX secretUseByApp ON secretUse(app);
        CREATE TABLE secretClearing (
            domain TEXT NOT NULL,
            key TEXT NOT NULL,
            at REAL NOT NULL,
            actor TEXT,
            PRIMARY KEY (domain, key)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE app ADD COLUMN isLearned INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX appToLearn ON app(id) WHERE NOT isLearned;
        """

    /// What the file of a dump was called, and its tags, a line each.
    private static let tags = """
        ALTER TABLE dump ADD COLUMN file TEXT;
        ALTER TABLE dump ADD COLUMN tags TEXT NOT NULL DEFAULT '';
        """

    /// The folder of a dump, and the root of the scene that its picture shows; NULL for none.
    private static let folders = """
        ALTER TABLE dump ADD COLUMN folder TEXT;
        ALTER TABLE dump ADD COLUMN shownScene INTEGER;
        """

    /// Which application of a set an entry is part of, as text; NULL for a write of its own.
    private static let steps = "ALTER TABLE history ADD COLUMN step TEXT;"

    /// Secrets are kept as their SHA-256 digests. A session names its token by the digest, because the token may be one
    /// that the server was started with, which has no row.
    private static let access = """
        CREATE TABLE accessToken (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            scopes TEXT NOT NULL,
            createdAt REAL NOT NULL,
            lastUsedAt REAL,
            revokedAt REAL
        ) STRICT;
        CREATE TABLE accessSession (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            token BLOB NOT NULL CHECK (length(token) = 32),
            createdAt REAL NOT NULL,
            expiresAt REAL NOT NULL
        ) STRICT;

        """

    /// How many bytes of keys and values the history of a domain has, by entry and as their sum, and the names of the
    /// tokens that dumps and apps were uploaded with.
    private static let sizes = """
        ALTER TABLE domain ADD COLUMN historyBytes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE history ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
        UPDATE history SET bytes = (
            SELECT ifnull(sum(length(CAST(key AS BLOB)) + ifnull(length(before), 0) + ifnull(length(after), 0)), 0)
            FROM historyChange AS change
            WHERE change.domain = history.domain AND change.revision = history.revision
        );
        UPDATE domain SET historyBytes = (SELECT ifnull(sum(bytes), 0) FROM history WHERE history.domain = domain.name);
        ALTER TABLE dump ADD COLUMN owner TEXT;
        ALTER TABLE app ADD COLUMN owner TEXT;

        """
}
