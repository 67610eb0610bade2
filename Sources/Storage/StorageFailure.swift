/// What a storage says of a failure of its own, whatever it keeps things in. The errors of stores are made of it.
package protocol StorageFailure: Error {
    /// One sentence for people: what, where, what to do. It may name files and hosts.
    var message: String { get }
    /// The fault as those who ask a server are told of it; nil where that says no more than that the storage failed.
    var fault: StorageFault? { get }
    /// Whether waiting may help.
    var isPassing: Bool { get }

    /// The failure of a storage that holds what cannot be read.
    init(corrupt message: String)
}

/// What can be wrong with rows, whatever table they are in.
extension StorageFailure {
    /// The failure of a dump whose format has no such name.
    package static func unknownFormat(_ name: String) -> Self {
        Self(corrupt: "The database holds a dump of the unknown format “\(name)”.")
    }

    /// The failure of a change of defaults whose source has no such name.
    package static func unknownSource(_ name: String) -> Self {
        Self(corrupt: "The database holds a change from the unknown source “\(name)”.")
    }

    /// The failure of a row of defaults without a value.
    package static var missingValue: Self { Self(corrupt: "The database lacks a value.") }

    /// The failure of a value of defaults that is no property list.
    package static var unreadableValue: Self { Self(corrupt: "The database holds a value that cannot be read.") }
}
