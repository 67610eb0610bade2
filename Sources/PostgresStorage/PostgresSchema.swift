/// The tables, as the migrations that make them. A migration that was released is never changed.
///
/// The first column of every key is the domain, app or dump that a row belongs to, so that the tables can be spread over
/// several machines by it. No row refers to one of another domain, app or dump. Instants are seconds since
/// 2001-01-01T00:00:00Z, which keeps every bit of a `Date`. Property-list values are binary property lists.
enum PostgresSchema {
    /// The migrations, in their order. The version of a database is how many of them it has.
    static let migrations = [
        heads + dumps + drafts + marks + defaults + layers + apps + access, languages, secrets, tags,
        steps, folders,
    ]

    /// A head for each domain, app and dump that was ever written to, and one for all tokens. Who writes takes it first, so
    /// that writers to the same thing take turns; it stays when the rest is gone. `change` counts the writes, `listed` those
    /// that lists show, `bytes` is what there is of it. `write` names the last write and `former` the one before, so that a server that lost its
    /// connection can find out whether its write is there.
    private static let heads = ["dump", "domain", "app", "access"].map { name in
        """
        CREATE TABLE \(name)_head (
            \(name) text COLLATE "C" PRIMARY KEY, change bigint NOT NULL, listed bigint NOT NULL, write text NOT NULL,
            former text, bytes bigint NOT NULL DEFAULT 0
        );

        """
    }.joined()

    /// Large bytes are kept in chunks: the source, picture and parts of an upload, the copy behind a draft, edits,
    /// companions and identities, by their numbers. `bytes` of a row of `dump` is what came in the upload, `actor` who sent
    /// it.
    private static let dumps = """
        CREATE TABLE dump (
            dump text COLLATE "C" PRIMARY KEY, name text NOT NULL, format text NOT NULL, app text,
            view_count bigint NOT NULL, depth bigint NOT NULL, width float8, height float8, captured_at float8,
            created_at float8 NOT NULL, revision bigint NOT NULL, has_screenshot boolean NOT NULL, actor text,
            bytes bigint NOT NULL
        );
        CREATE TABLE dump_part (
            dump text COLLATE "C", number bigint, name text NOT NULL, filename text, PRIMARY KEY (dump, number)
        );
        CREATE TABLE dump_identity (
            dump text COLLATE "C", version text COLLATE "C", number bigint NOT NULL, PRIMARY KEY (dump, version)
        );
        CREATE TABLE dump_chunk (
            dump text COLLATE "C", kind text COLLATE "C", number bigint, chunk bigint, bytes bytea NOT NULL,
            PRIMARY KEY (dump, kind, number, chunk)
        );

        """

    private static let drafts = """
        CREATE TABLE draft (
            dump text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL, applied bigint NOT NULL, count bigint NOT NULL,
            view_count bigint NOT NULL, depth bigint NOT NULL, width float8, height float8
        );
        CREATE TABLE draft_base (
            dump text COLLATE "C" PRIMARY KEY, name text NOT NULL, format text NOT NULL, app text,
            view_count bigint NOT NULL, depth bigint NOT NULL, width float8, height float8, captured_at float8,
            created_at float8 NOT NULL, has_screenshot boolean NOT NULL, byte_count bigint NOT NULL
        );
        CREATE TABLE draft_edit (
            dump text COLLATE "C", number bigint, operation text NOT NULL, view bigint, summary text NOT NULL,
            at float8 NOT NULL, actor text, PRIMARY KEY (dump, number)
        );
        CREATE TABLE companion (
            dump text COLLATE "C", number bigint, created_at float8 NOT NULL, actor text, PRIMARY KEY (dump, number)
        );

        """

    /// What the file of a dump was called, and its tags, a line each.
    private static let tags = """
        ALTER TABLE dump ADD COLUMN file text;
        ALTER TABLE dump ADD COLUMN tags text NOT NULL DEFAULT '';

        """

    /// The folder of a dump, and the root of the scene that its picture shows; NULL for none.
    private static let folders = """
        ALTER TABLE dump ADD COLUMN folder text;
        ALTER TABLE dump ADD COLUMN shown_scene bigint;

        """

    /// Which application of a set an entry is part of, as text; NULL for a write of its own.
    private static let steps = "ALTER TABLE history ADD COLUMN step text;"

    /// Of a companion that is a table of texts: its language; NULL for the texts of debuggers.
    private static let languages = "ALTER TABLE companion ADD COLUMN language text;"

    private static let marks = """
        CREATE TABLE view_marks (dump text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL);
        CREATE TABLE view_pin (
            dump text COLLATE "C", view bigint, number bigint NOT NULL, actor text, PRIMARY KEY (dump, view)
        );
        CREATE TABLE view_note (
            dump text COLLATE "C", view bigint, text text NOT NULL, created_at float8 NOT NULL,
            changed_at float8 NOT NULL, actor text, PRIMARY KEY (dump, view)
        );

        """

    /// A row of `domain` stays when its values are gone, so that revisions go on. Its sizes are those of keys and values, and of
    /// all that its history has, whose entries have theirs.
    private static let defaults = """
        CREATE TABLE domain (
            domain text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL, updated_at float8 NOT NULL,
            value_bytes bigint NOT NULL DEFAULT 0, history_bytes bigint NOT NULL DEFAULT 0
        );
        CREATE TABLE domain_value (
            domain text COLLATE "C", key text COLLATE "C", value bytea NOT NULL, PRIMARY KEY (domain, key)
        );
        CREATE TABLE history (
            domain text COLLATE "C", revision bigint, at float8 NOT NULL, source text NOT NULL, actor text,
            bytes bigint NOT NULL, PRIMARY KEY (domain, revision)
        );
        CREATE TABLE history_change (
            domain text COLLATE "C", revision bigint, key text COLLATE "C", before bytea, after bytea,
            PRIMARY KEY (domain, revision, key)
        );

        """

    /// `version` goes on when the layers are cleared. `bytes` is what the limits count.
    private static let layers = """
        CREATE TABLE layer_version (domain text COLLATE "C" PRIMARY KEY, version bigint NOT NULL);
        CREATE TABLE layer (
            domain text COLLATE "C", layer text COLLATE "C", bytes bigint NOT NULL, value bytea NOT NULL,
            PRIMARY KEY (domain, layer)
        );

        """

    /// A file whose bytes are not kept has no chunks.
    private static let apps = """
        CREATE TABLE app (
            app text COLLATE "C" PRIMARY KEY, bundle_name text NOT NULL, folder_name text NOT NULL,
            fingerprint text NOT NULL, created_at float8 NOT NULL, actor text, bytes bigint NOT NULL
        );
        CREATE TABLE app_file (
            app text COLLATE "C", path text COLLATE "C", size bigint NOT NULL, checksum bigint NOT NULL,
            is_kept boolean NOT NULL, PRIMARY KEY (app, path)
        );
        CREATE TABLE app_chunk (
            app text COLLATE "C", path text COLLATE "C", chunk bigint, bytes bytea NOT NULL,
            PRIMARY KEY (app, path, chunk)
        );

        """

    /// The keys of domains that were ever marked as secure, with the app that was the first to do so, whether it is here or not;
    /// those that uploads mark which are here; and who cleared a key last. What the uploads of before mark is found out when it
    /// is asked for.
    private static let secrets = """
        CREATE TABLE secret_key (
            domain text COLLATE "C", key text COLLATE "C", since float8 NOT NULL, bundle text NOT NULL,
            PRIMARY KEY (domain, key)
        );
        CREATE TABLE secret_use (
            domain text COLLATE "C", key text COLLATE "C", app text COLLATE "C", PRIMARY KEY (domain, key, app)
        );
        CREATE INDEX secret_use_by_app ON secret_use (app);
        CREATE TABLE secret_clearing (
            domain text COLLATE "C", key text COLLATE "C", at float8 NOT NULL, actor text, PRIMARY KEY (domain, key)
        );
        ALTER TABLE app ADD COLUMN is_learned boolean NOT NULL DEFAULT false;
        """

    /// Secrets are kept as their SHA-256 digests.
    private static let access = """
        CREATE TABLE access_token (
            id text COLLATE "C" PRIMARY KEY, name text NOT NULL, digest bytea NOT NULL UNIQUE, scopes text NOT NULL,
            created_at float8 NOT NULL, last_used_at float8, revoked_at float8
        );
        CREATE TABLE access_session (
            digest bytea PRIMARY KEY, token bytea NOT NULL, created_at float8 NOT NULL, expires_at float8 NOT NULL
        );

        """

    /// What a server is told that makes the same schema, table or row of it as another one at the same moment.
    static let collisions: Set<String> = ["42P06", "42P07", "23505"]

    /// Makes what is missing. Servers that start at once take turns at the row that says the version.
    static func prepare(_ connection: PostgresConnection, schema: String) throws {
        try connection.script(
            """
            CREATE SCHEMA IF NOT EXISTS \(schema);
            CREATE TABLE IF NOT EXISTS schema_version (id bigint PRIMARY KEY, version bigint NOT NULL);
            INSERT INTO schema_version (id, version) VALUES (1, 0) ON CONFLICT (id) DO NOTHING
            """
        )
        try connection.script("BEGIN")
        do {
            let version =
                try connection.run("SELECT version FROM schema_version WHERE id = 1 FOR UPDATE")
                .first { try $0.integer(0) } ?? 0
            guard version <= migrations.count else {
                throw PostgresStorageError(
                    .newerVersion,
                    "The tables of the database were made by a newer version of Vitrine. Start that version instead."
                )
            }
            for migration in migrations.dropFirst(max(version, 0)) { try connection.script(migration) }
            if version < migrations.count {
                try connection.run("UPDATE schema_version SET version = $1 WHERE id = 1", [.integer(migrations.count)])
            }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }
}
