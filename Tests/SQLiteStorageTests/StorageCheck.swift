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
    case everyRevisionIsFound = "a domain is found as it was at each of its revisions"
    case largeChangesMakeShortPages = "a page of history ends early when its changes are large"
    case domainsAreSeparate = "domains are separate and listed by name"
    case writersTakeTurns = "writes of several threads are all counted"
    case dumpsComeBack = "a dump comes back with all that belongs to it"
    case dumpsAreListedNewestFirst = "dumps are listed newest first"
    case takenIdsAreRefused = "an id is given once, and a refused dump leaves nothing"
    case deletedDumpsAreGone = "a deleted dump is gone with all that belongs to it"
    case unknownDumpsAreNil = "there is nothing of an unknown dump"
    case editsComeBack = "edits come back with all that lists say of them"
    case copiesComeBack = "the copy of a file comes back, and another takes its place"
    case editsTakeThePlaceOfUndoneOnes = "a new edit takes the place of those that were taken back"
    case lateWritersChangeNothing = "a write to a journal that has moved on changes nothing"
    case editsGoWithTheirDump = "edits go with their dump, and there are none of one that is gone"
    case journalWritersTakeTurns = "of several writers to one journal only one is first"
    case appsComeBack = "an app comes back with its files"
    case takenAppIdsAreRefused = "the id of an app is given once, and a refused app leaves nothing"
    case deletedAppsAreGone = "a deleted app is gone with its files, and leaves a dump of its id"
    case unknownAppsAreNil = "there is nothing of an unknown app"

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
        case .everyRevisionIsFound: try Self.everyRevisionIsFound(open)
        case .largeChangesMakeShortPages: try Self.largeChangesMakeShortPages(open)
        case .domainsAreSeparate: try Self.domainsAreSeparate(open)
        case .writersTakeTurns: try Self.writersTakeTurns(open)
        case .dumpsComeBack: try Self.dumpsComeBack(open)
        case .dumpsAreListedNewestFirst: try Self.dumpsAreListedNewestFirst(open)
        case .takenIdsAreRefused: try Self.takenIdsAreRefused(open)
        case .deletedDumpsAreGone: try Self.deletedDumpsAreGone(open)
        case .unknownDumpsAreNil: try Self.unknownDumpsAreNil(open)
        case .editsComeBack: try Self.editsComeBack(open)
        case .copiesComeBack: try Self.copiesComeBack(open)
        case .editsTakeThePlaceOfUndoneOnes: try Self.editsTakeThePlaceOfUndoneOnes(open)
        case .lateWritersChangeNothing: try Self.lateWritersChangeNothing(open)
        case .editsGoWithTheirDump: try Self.editsGoWithTheirDump(open)
        case .journalWritersTakeTurns: try Self.journalWritersTakeTurns(open)
        case .appsComeBack: try Self.appsComeBack(open)
        case .takenAppIdsAreRefused: try Self.takenAppIdsAreRefused(open)
        case .deletedAppsAreGone: try Self.deletedAppsAreGone(open)
        case .unknownAppsAreNil: try Self.unknownAppsAreNil(open)
        }
    }
}
