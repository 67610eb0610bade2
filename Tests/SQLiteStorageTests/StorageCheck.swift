import Catalog
import Defaults
import Foundation
import PropertyList
import Testing

/// A storage under test, which can be opened again at the same place.
typealias OpenStorage = () throws -> any CatalogStore & DefaultsStore

/// What every storage must do, whatever database it keeps things in.
enum StorageCheck: String, CaseIterable, CustomTestStringConvertible {
    case valuesStayExact = "values come back with their types and bits"
    case oddTextStaysExact = "odd keys, names and texts come back"
    case unchangedWritesMakeNoRevision = "a write that changes nothing makes no revision"
    case editsAreAllOrNothing = "a failing write leaves nothing behind"
    case conflictsChangeNothing = "a write that expects another revision changes nothing"
    case revisionsOutliveTheDomain = "revisions and history outlive a removed domain"
    case historyHasPages = "history comes newest first, in pages"
    case pastIsRestored = "an older revision is restored"
    case domainsAreSeparate = "domains are separate and listed by name"
    case writersTakeTurns = "writes of several threads are all counted"
    case dumpsComeBack = "a dump comes back with all that belongs to it"
    case dumpsAreListedNewestFirst = "dumps are listed newest first"
    case takenIdsAreRefused = "an id is given once, and a refused dump leaves nothing"
    case deletedDumpsAreGone = "a deleted dump is gone with all that belongs to it"
    case unknownDumpsAreNil = "there is nothing of an unknown dump"

    var testDescription: String { rawValue }

    func run(_ open: OpenStorage) throws {
        switch self {
        case .valuesStayExact: try Self.valuesStayExact(open)
        case .oddTextStaysExact: try Self.oddTextStaysExact(open)
        case .unchangedWritesMakeNoRevision: try Self.unchangedWritesMakeNoRevision(open)
        case .editsAreAllOrNothing: try Self.editsAreAllOrNothing(open)
        case .conflictsChangeNothing: try Self.conflictsChangeNothing(open)
        case .revisionsOutliveTheDomain: try Self.revisionsOutliveTheDomain(open)
        case .historyHasPages: try Self.historyHasPages(open)
        case .pastIsRestored: try Self.pastIsRestored(open)
        case .domainsAreSeparate: try Self.domainsAreSeparate(open)
        case .writersTakeTurns: try Self.writersTakeTurns(open)
        case .dumpsComeBack: try Self.dumpsComeBack(open)
        case .dumpsAreListedNewestFirst: try Self.dumpsAreListedNewestFirst(open)
        case .takenIdsAreRefused: try Self.takenIdsAreRefused(open)
        case .deletedDumpsAreGone: try Self.deletedDumpsAreGone(open)
        case .unknownDumpsAreNil: try Self.unknownDumpsAreNil(open)
        }
    }
}
