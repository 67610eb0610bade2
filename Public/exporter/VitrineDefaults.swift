// VitrineDefaults.swift: keeps the UserDefaults of a running app and a domain of a Vitrine server equal, both ways.
//
// Add this file to the debug build of an app. It needs Xcode 14 and iOS 12 or later, and nothing but Foundation. Nothing
// is mirrored unless it is asked for, by its key or by its suite:
//
//     VitrineDefaults.mirror(to: "http://127.0.0.1:8080", keys: .only(["face", "snooze_minutes"]))
//     VitrineDefaults.mirror(to: "http://127.0.0.1:8080", suite: "group.com.example.clock", keys: .all)
//
// Without an address, the launch argument -VitrineServer names the server, and nothing happens where there is none.
//
// What changes in the app is sent as one revision for everything that changed within a tenth of a second. It is written
// down first, so that it outlives the app, and sent in order, each with the revision of the domain that the app had seen.
// What changes on the server is followed and set in the app, without being sent back.
//
// Where both sides change a key before they have heard of each other, the change that reached the server first counts:
// the server's value wins, in the app too, and `report` is told of the app's value that lost. The first time, when
// nothing is known of each other, that means: what only one side has goes to the other, and else the server's value wins.
//
// Never mirrored, unless Options.includesSecrets says so: keys whose names look like secrets (password, token, …), keys
// that a row of the app's Settings.bundle marks with IsSecure, and keys that are secret on the server.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Mirrors user defaults to a domain of a Vitrine server until it is stopped.
///
/// All of its state belongs to one queue of its own, which makes it safe to share. Nothing happens on the main thread.
final class VitrineDefaults: NSObject, @unchecked Sendable {
    /// Which keys are mirrored.
    enum Keys {
        /// These keys.
        case only(Set<String>)
        /// All keys but those of the system and of Vitrine itself.
        case all

        fileprivate func has(_ key: String) -> Bool {
            switch self {
            case .only(let keys): return keys.contains(key)
            case .all: return !["Apple", "NS", "com.apple.", "WebKit", "Vitrine"].contains { key.hasPrefix($0) }
            }
        }
    }

    /// How it is done.
    struct Options {
        /// The token for a server that asks for one; without it that of the launch argument `-VitrineToken`.
        var token: String?
        /// Whether secrets are mirrored too. The token needs the scope `secrets` then.
        var includesSecrets = false
        /// Where changes are kept until they have been sent; nil for a folder in Application Support.
        var folder: URL?
        /// The seconds in which changes of the app are gathered into one revision.
        var delay = 0.1
        /// The seconds after which the app's values are looked at in any case: other processes tell of no change.
        var interval = 5.0
        /// The shortest and the longest wait in seconds before the server is asked again; it grows with every failure.
        var waits = 0.5...60.0
        /// The most changes that wait to be sent. Beyond that, older ones become one revision; no value is lost.
        var maximumChanges = 1_000

        init() {}
    }

    /// What happened.
    enum Event {
        /// The server answers, for the first time or again.
        case connected
        /// The server does not answer, or not as it should; it is asked again. Told once for each reason.
        case waiting(reason: String)
        /// Changes of the app became this revision.
        case sent(keys: [String], revision: Int)
        /// Changes of the server, up to this revision, are in the app.
        case received(keys: [String], revision: Int)
        /// Both sides changed a key. The app has the server's value now; its own is here.
        case conflict(key: String, app: Any?, server: Any?)
        /// A value cannot be stored on the server. It stays in the app, and is not sent again before it changes.
        case refused(key: String, reason: String)
    }

    // MARK: Starting and stopping

    /// Begins to mirror.
    /// - Parameters:
    ///   - server: its address; nil for that of the launch argument `-VitrineServer`.
    ///   - domain: the domain on the server; nil for the suite, else the app's bundle identifier.
    ///   - suite: an app group or another suite; nil for the app's own defaults.
    ///   - report: told what happens, on a queue of the mirror.
    /// - Returns: What stops it; nil where there is no server to mirror to. It need not be kept. A second call for the same
    ///   place gives the mirror that runs.
    @discardableResult
    static func mirror(
        to server: String? = nil,
        domain: String? = nil,
        suite: String? = nil,
        keys: Keys,
        options: Options = Options(),
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) -> VitrineDefaults? {
        let arguments = UserDefaults.standard
        guard let address = server ?? arguments.string(forKey: "VitrineServer"), !address.isEmpty else { return nil }
        var options = options
        options.token = options.token ?? arguments.string(forKey: "VitrineToken")
        let own = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        let name = domain ?? suite ?? own
        guard let url = URL(string: base), let scheme = url.scheme?.lowercased(), url.host != nil,
            scheme == "http" || scheme == "https", !name.isEmpty,
            let defaults = suite == nil ? arguments : UserDefaults(suiteName: suite)
        else {
            print("Vitrine: nothing is mirrored; “\(address)” is no address of a server, or there is no such suite.")
            return nil
        }
        let place = [base, name, suite ?? own].joined(separator: "\n")
        return running.mirror(of: place) {
            VitrineDefaults(
                Place(base: base, domain: name, defaults: defaults, file: suite ?? own, id: place),
                keys,
                options,
                report
            )
        }
    }

    /// Looks at the app's values at once.
    func checkNow() {
        work.async { self.look(andSend: true) }
    }

    /// Changes the app's values on the mirror's queue, as one revision.
    ///
    /// An app may set its values wherever it likes. What it sets in the very moment in which a value of the server is set
    /// for the same key may be replaced by that without a word; what it sets here never is.
    func change(_ body: @escaping @Sendable (UserDefaults) -> Void) {
        work.async {
            self.look(andSend: false)
            body(self.place.defaults)
            self.look(andSend: true)
        }
    }

    /// Stops. What has not been sent is kept, and sent when the app mirrors the same domain again.
    /// - Parameter completion: called when everything has ended, on a queue of the mirror.
    func stop(completion: @escaping @Sendable () -> Void = {}) {
        work.async {
            if !self.isStopped {
                self.look(andSend: false)
                self.isStopped = true
                self.timer?.cancel()
                if let observer = self.observer { NotificationCenter.default.removeObserver(observer) }
                self.session?.invalidateAndCancel()
                self.session = nil
                Self.running.forget(self.place.id)
            }
            completion()
        }
    }

    // MARK: State

    /// What is mirrored where.
    fileprivate struct Place {
        let base: String
        let domain: String
        let defaults: UserDefaults
        /// The name of the app's domain, whose values alone are looked at: registered defaults and arguments are not.
        let file: String
        let id: String
    }

    /// What outlives the app. Values are texts as the server's JSON has them, and an empty text is none.
    fileprivate struct State: Codable {
        /// The revision of the domain that the app has seen; nil before the first.
        var revision: Int?
        /// The values that both sides had last.
        var agreed: [String: String] = [:]
        /// What the app has changed since, oldest first; each is one revision on the server.
        var changes: [[String: String]] = []
        /// The revision with which the first change was sent, as long as it is not known what became of it.
        var sentAt: Int?
        /// What the server would not store.
        var refused: [String: String] = [:]
    }

    private static let running = Running()
    private static let none = ""
    private static let silence = 45.0

    private let place: Place
    private let keys: Keys
    private let options: Options
    private let report: @Sendable (Event) -> Void
    private let file: URL
    private let work = DispatchQueue(label: "Vitrine.defaults", qos: .utility)

    private var session: URLSession?
    private var observer: NSObjectProtocol?
    private var timer: DispatchSourceTimer?
    private var isStopped = false
    private var state = State()
    private var known: [String: Any] = [:]
    private var secrets: Set<String> = []
    private var isLookDue = false
    /// Whether the server may have values that the app has not seen.
    private var isStale = true
    private var heard: Int?
    private var isAsking = false
    private var isWaiting = false
    private var failures = 0
    private var complaint: String?
    private var isConnected = false
    private var stream: URLSessionDataTask?
    private var streamFailures = 0
    private var received = Data()
    private var lastSign = Date()

    fileprivate init(
        _ place: Place,
        _ keys: Keys,
        _ options: Options,
        _ report: @escaping @Sendable (Event) -> Void
    ) {
        self.place = place
        self.keys = keys
        self.options = options
        self.report = report
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        let folder =
            options.folder ?? (support ?? FileManager.default.temporaryDirectory).appendingPathComponent("Vitrine")
        file = folder.appendingPathComponent("defaults-\(Self.fingerprint(place.id)).json")
        super.init()
        work.async { self.start() }
    }

    private func start() {
        if let data = try? Data(contentsOf: file) {
            do {
                state = try JSONDecoder().decode(State.self, from: data)
            } catch {
                report(
                    .waiting(reason: "\(file.path) cannot be read, so the domain counts as one that is new to the app.")
                )
            }
        }
        if !options.includesSecrets { secrets = Self.secureKeys(of: Bundle.main) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.silence
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        observer = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification,
            object: nil,
            queue: nil
        ) { [weak self] _ in
            guard let self = self else { return }
            self.work.async { self.lookSoon() }
        }
        let timer = DispatchSource.makeTimerSource(queue: work)
        let interval = max(options.interval, 0.05)
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.resume()
        self.timer = timer
        look(andSend: false)
        follow()
        step()
    }

    private func tick() {
        look(andSend: true)
        guard !isStopped, stream != nil, Date().timeIntervalSince(lastSign) > Self.silence else { return }
        isStale = true
        stream?.cancel()
    }

    private func save() -> Bool {
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try JSONEncoder().encode(state).write(to: file, options: .atomic)
            return true
        } catch {
            complain("\(file.path) cannot be written: \(error.localizedDescription)")
            return false
        }
    }

    // MARK: The app

    private func lookSoon() {
        guard !isStopped, !isLookDue else { return }
        isLookDue = true
        work.asyncAfter(deadline: .now() + max(options.delay, 0)) {
            self.isLookDue = false
            self.look(andSend: true)
        }
    }

    /// Puts what the app has changed behind what waits to be sent.
    private func look(andSend sends: Bool) {
        guard !isStopped else { return }
        guard let values = Values(place.defaults.persistentDomain(forName: place.file) ?? [:], isMirrored) else {
            return
        }
        known = values.values
        var expected = state.agreed
        for change in state.changes { expected.merge(change) { $1 } }
        var change: [String: String] = [:]
        for key in Set(values.texts.keys).union(expected.keys) where isMirrored(key) && !values.unfit.contains(key) {
            let text = values.texts[key] ?? Self.none
            if let refused = state.refused[key] {
                guard refused != text else { continue }
                state.refused[key] = nil
            }
            if text != expected[key] ?? Self.none { change[key] = text }
        }
        for key in values.unfit where state.refused[key] != "unfit" {
            state.refused[key] = "unfit"
            report(.refused(key: key, reason: "The value is nested too deep, or of a type that property lists lack."))
        }
        if !change.isEmpty {
            state.changes.append(change)
            bound()
            _ = save()
        }
        if sends { step() }
    }

    /// Makes old changes one where too many wait. The first may be on its way, so it stays as it is.
    private func bound() {
        while state.changes.count > max(options.maximumChanges, 3) {
            state.changes[1].merge(state.changes[2]) { $1 }
            state.changes.remove(at: 2)
        }
    }

    private func isMirrored(_ key: String) -> Bool {
        guard keys.has(key), !secrets.contains(key) else { return false }
        return options.includesSecrets || !Self.looksSecret(key)
    }

    // MARK: The server

    /// Does what is to be done next, one request at a time.
    private func step() {
        guard !isStopped, !isAsking, !isWaiting else { return }
        if let heard = heard {
            self.heard = nil
            if heard != state.revision { isStale = true }
        }
        guard !isStale, let revision = state.revision else { return askForValues() }
        guard let change = state.changes.first else { return }
        let rest = change.filter { isMirrored($0.key) && $0.value != state.agreed[$0.key] ?? Self.none }
        guard !rest.isEmpty else {
            state.changes.removeFirst()
            state.sentAt = nil
            return step()
        }
        state.changes[0] = rest
        send(rest, seen: revision)
    }

    private func send(_ change: [String: String], seen revision: Int) {
        state.sentAt = revision
        guard save() else { return fail("What waits to be sent cannot be kept.") }
        let members = change.sorted { $0.key < $1.key }.map { key, text in
            "\(Values.quoted(key.hasPrefix("$") ? "$" + key : key)):\(text == Self.none ? "null" : text)"
        }
        let body = Data(("{" + members.joined(separator: ",") + "}").utf8)
        let headers = ["If-Match": "\"\(revision)\"", "Content-Type": "application/json"]
        ask("PATCH", "", headers, body) { [self] answer in
            switch answer.status {
            case 200:
                guard let new = answer.json?["revision"] as? Int else {
                    return fail("The server's answer is no answer of Vitrine.")
                }
                state.sentAt = nil
                state.revision = new
                state.changes.removeFirst()
                agree(on: change)
                report(.sent(keys: change.keys.sorted(), revision: new))
                _ = save()
                succeed()
            case 412:
                // Somebody else was first, or a sending whose answer was lost: the server knows.
                isStale = true
                wait(options.waits.lowerBound)
            case 400, 409, 413, 415, 422:
                state.sentAt = nil
                state.changes.removeFirst()
                if change.count > 1 {
                    // One of them is to blame, and the others are not to wait for it.
                    state.changes.insert(
                        contentsOf: change.sorted { $0.key < $1.key }.map { [$0.key: $0.value] },
                        at: 0
                    )
                } else {
                    state.refused.merge(change) { $1 }
                    change.keys.forEach { report(.refused(key: $0, reason: answer.reason)) }
                }
                _ = save()
                step()
            default: fail(answer)
            }
        }
    }

    private func agree(on change: [String: String]) {
        for (key, text) in change { state.agreed[key] = text == Self.none ? nil : text }
    }

    private func askForValues() {
        heard = nil
        ask("GET", "", ["Accept": "application/x-plist"]) { [self] answer in
            guard answer.status == 200 else { return fail(answer) }
            let digits = answer.field("ETag")?.drop { $0 == "\"" }.prefix { $0.isASCII && $0.isNumber } ?? ""
            guard let revision = Int(digits),
                let list = try? PropertyListSerialization.propertyList(from: answer.data, options: [], format: nil),
                let values = list as? [String: Any]
            else { return fail("The server's answer is no domain.") }
            // What is left out of the answer is not gone.
            guard !options.includesSecrets || answer.field("Vitrine-Redacted") != nil else {
                secrets = []
                return settle(values, revision)
            }
            askForSecrets { self.settle(values, revision) }
        }
    }

    private func askForSecrets(after cursor: String? = nil, _ found: Set<String> = [], then next: @escaping () -> Void)
    {
        let query = "?limit=10000" + (cursor.map { "&after=" + Self.escaped($0) } ?? "")
        ask("GET", "/secrets" + query) { [self] answer in
            guard answer.status == 200, let list = answer.json?["secrets"] as? [[String: Any]] else {
                return fail(answer)
            }
            let found = found.union(list.compactMap { $0["key"] as? String })
            if let more = answer.json?["next"] as? String, more != cursor, found.count <= 100_000 {
                return askForSecrets(after: more, found, then: next)
            }
            secrets = options.includesSecrets ? found : found.union(Self.secureKeys(of: Bundle.main))
            next()
        }
    }

    /// Finds out what became of a sending without an answer: with its revision there is at most one that it can be.
    private func settle(_ values: [String: Any], _ revision: Int) {
        guard let sentAt = state.sentAt, let change = state.changes.first, revision > sentAt else {
            if state.sentAt.map({ revision < $0 }) == true { state.sentAt = nil }
            return take(values, revision)
        }
        ask("GET", "/history?limit=1&after=\(sentAt + 2)") { [self] answer in
            guard answer.status == 200, let history = answer.json?["history"] as? [[String: Any]] else {
                return fail(answer)
            }
            state.sentAt = nil
            let entry = history.first.flatMap {
                $0["revision"] as? Int == sentAt + 1 ? $0["changes"] as? [[String: Any]] : nil
            }
            if let entry = entry, Self.isSame(entry, change) {
                state.changes.removeFirst()
                agree(on: change)
                report(.sent(keys: change.keys.sorted(), revision: sentAt + 1))
            }
            take(values, revision)
        }
    }

    /// Whether an entry of the history holds just what was sent.
    private static func isSame(_ entry: [[String: Any]], _ change: [String: String]) -> Bool {
        guard entry.count == change.count else { return false }
        return entry.allSatisfy { member in
            guard let key = member["key"] as? String, let sent = change[key] else { return false }
            if member["redacted"] != nil { return true }
            guard let after = member["after"] else { return sent == none }
            let read = try? JSONSerialization.jsonObject(with: Data("[\(sent)]".utf8))
            guard sent != none, let one = read as? [Any], JSONSerialization.isValidJSONObject([after]) else {
                return false
            }
            let texts = [one, [after]].map { try? JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
            return texts[0] != nil && texts[0] == texts[1]
        }
    }

    /// Sets in the app what the server has changed.
    private func take(_ domain: [String: Any], _ revision: Int) {
        guard let server = Values(domain, isMirrored) else { return fail("The server's values are no property list.") }
        // A domain that has gone back has forgotten: nothing is known of each other.
        if let seen = state.revision, revision < seen { state.agreed = [:] }
        look(andSend: false)
        var taken: [String] = []
        for key in Set(server.texts.keys).union(state.agreed.keys).sorted()
        where isMirrored(key) && !server.unfit.contains(key) {
            let text = server.texts[key] ?? Self.none
            guard text != state.agreed[key] ?? Self.none else { continue }
            let waiting = state.changes.indices.filter { state.changes[$0][key] != nil }
            let same = waiting.lastIndex { state.changes[$0][key] == text }
            agree(on: [key: text])
            for index in waiting.prefix(same.map { $0 + 1 } ?? waiting.count) { state.changes[index][key] = nil }
            guard same == nil else { continue }
            // Told before anything is set: an app that ends in between is told twice and not never.
            if !waiting.isEmpty { report(.conflict(key: key, app: known[key], server: server.values[key])) }
            if let value = server.values[key] {
                place.defaults.set(value, forKey: key)
            } else {
                place.defaults.removeObject(forKey: key)
            }
            state.refused[key] = nil
            taken.append(key)
        }
        // The values before what is known of them: else an app that ends here would take old values for changes.
        if !taken.isEmpty { _ = place.defaults.synchronize() }
        state.changes.removeAll { $0.isEmpty }
        state.revision = revision
        isStale = false
        _ = save()
        if !taken.isEmpty { report(.received(keys: taken, revision: revision)) }
        succeed()
    }
}

// MARK: - Requests

extension VitrineDefaults {
    fileprivate struct Answer {
        let status: Int
        let fields: [AnyHashable: Any]
        let data: Data

        var json: [String: Any]? { (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] }
        var reason: String { json?["detail"] as? String ?? "The server answered \(status)." }

        func field(_ name: String) -> String? {
            fields.first { ($0.key as? String)?.lowercased() == name.lowercased() }?.value as? String
        }
    }

    private var address: String { "\(place.base)/api/v1/defaults/\(Self.escaped(place.domain))" }

    private func request(_ method: String, _ path: String, _ headers: [String: String]) -> URLRequest? {
        guard let url = URL(string: address + path) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let token = options.token, !token.isEmpty {
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        }
        return request
    }

    private func ask(
        _ method: String,
        _ path: String,
        _ headers: [String: String] = [:],
        _ body: Data? = nil,
        then next: @escaping (Answer) -> Void
    ) {
        guard !isStopped, var request = request(method, path, headers), let session = session else { return }
        request.httpBody = body
        isAsking = true
        let next = Continuation(next)
        let task = session.dataTask(with: request) { data, response, error in
            self.work.async {
                self.isAsking = false
                guard !self.isStopped else { return }
                guard error == nil, let response = response as? HTTPURLResponse else {
                    return self.fail(error?.localizedDescription ?? "There is no answer.")
                }
                next.run(Answer(status: response.statusCode, fields: response.allHeaderFields, data: data ?? Data()))
            }
        }
        task.resume()
    }

    private func succeed() {
        failures = 0
        complaint = nil
        if !isConnected { report(.connected) }
        isConnected = true
        step()
    }

    private func fail(_ answer: Answer) {
        let later = answer.field("Retry-After").flatMap { Double($0) }.map { min(max($0, 0), 600) }
        fail(answer.reason, notBefore: later ?? 0)
    }

    /// Asks again later. What became of what was sent is asked first.
    private func fail(_ reason: String, notBefore least: Double = 0) {
        isStale = true
        complain(reason)
        let wait = Self.wait(after: failures, options.waits)
        failures = min(failures + 1, 60)
        self.wait(max(wait, least))
    }

    private func complain(_ reason: String) {
        isConnected = false
        guard reason != complaint else { return }
        complaint = reason
        report(.waiting(reason: reason))
    }

    private func wait(_ seconds: Double) {
        guard !isWaiting else { return }
        isWaiting = true
        work.asyncAfter(deadline: .now() + seconds) {
            self.isWaiting = false
            self.step()
        }
    }

    /// Twice as long after every failure, and somewhere in the upper half, so that apps do not come back all at once.
    private static func wait(after failures: Int, _ waits: ClosedRange<Double>) -> Double {
        let longest = min(waits.upperBound, waits.lowerBound * pow(2, Double(failures)))
        return longest * Double.random(in: 0.5...1)
    }
}

// MARK: - The stream of changes

extension VitrineDefaults: URLSessionDataDelegate {
    private func follow() {
        guard !isStopped, let session = session,
            let request = request("GET", "/events", ["Accept": "text/event-stream"])
        else { return }
        received = Data()
        lastSign = Date()
        let task = session.dataTask(with: request)
        stream = task
        task.resume()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        work.async {
            guard dataTask === self.stream else { return }
            self.lastSign = Date()
            self.streamFailures = 0
            self.hear(data, in: (dataTask.response as? HTTPURLResponse)?.statusCode)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        work.async {
            guard task === self.stream, !self.isStopped else { return }
            self.stream = nil
            let wait = Self.wait(after: self.streamFailures, self.options.waits)
            self.streamFailures = min(self.streamFailures + 1, 60)
            self.work.asyncAfter(deadline: .now() + wait) { self.follow() }
        }
    }

    /// A token is for the server alone that it was given for.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    private func hear(_ data: Data, in status: Int?) {
        guard status == 200 else { return }
        received.append(data)
        guard received.count <= 1 << 20 else {
            stream?.cancel()
            return
        }
        while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: received[received.startIndex..<end], as: UTF8.self)
            received = Data(received[received.index(after: end)...])
            guard line.hasPrefix("data:"),
                let object = try? JSONSerialization.jsonObject(with: Data(line.dropFirst(5).utf8)),
                let revision = (object as? [String: Any])?["revision"] as? Int
            else { continue }
            heard = revision
        }
        step()
    }
}

// MARK: - Values

/// The values of a domain, and their texts as the server's JSON has them: every type kept, members sorted.
private struct Values {
    var values: [String: Any] = [:]
    var texts: [String: String] = [:]
    /// The keys of what the server cannot store.
    var unfit: Set<String> = []

    /// Takes the values that a filter lets through; nil where they are no property list.
    init?(_ domain: [String: Any], _ isTaken: (String) -> Bool) {
        // Through bytes, after which the types are those of property lists, whatever the app has set.
        let taken = domain.filter { isTaken($0.key) }
        guard PropertyListSerialization.propertyList(taken, isValidFor: .binary),
            let data = try? PropertyListSerialization.data(fromPropertyList: taken, format: .binary, options: 0),
            let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
            let plain = list as? [String: Any]
        else { return nil }
        values = plain
        for (key, value) in plain {
            if let text = Self.text(of: value, depth: 0), key.utf8.count <= 1_024 {
                texts[key] = text
            } else {
                unfit.insert(key)
            }
        }
    }

    private static func text(of value: Any, depth: Int) -> String? {
        guard depth <= 120 else { return nil }
        if let text = value as? String { return quoted(text) }
        if let date = value as? Date { return self.date(date).map { "{\"$date\":\"\($0)\"}" } }
        if let data = value as? Data { return "{\"$data\":\"\(data.base64EncodedString())\"}" }
        if isFlag(value) { return (value as? Bool) == true ? "true" : "false" }
        if let number = value as? NSNumber { return self.number(number) }
        if let items = value as? [Any] {
            var texts: [String] = []
            for item in items {
                guard let text = text(of: item, depth: depth + 1) else { return nil }
                texts.append(text)
            }
            return "[" + texts.joined(separator: ",") + "]"
        }
        guard let members = value as? [String: Any] else { return nil }
        var texts: [String] = []
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            guard let text = text(of: member, depth: depth + 1) else { return nil }
            texts.append(quoted(key.hasPrefix("$") ? "$" + key : key) + ":" + text)
        }
        return "{" + texts.joined(separator: ",") + "}"
    }

    /// Whether it is a truth value: on Apple's systems there are two objects for them, elsewhere a type of their own.
    private static func isFlag(_ value: Any) -> Bool {
        if type(of: value) == Bool.self { return true }
        guard let number = value as? NSNumber else { return false }
        return number === NSNumber(value: true) || number === NSNumber(value: false)
    }

    private static func number(_ number: NSNumber) -> String {
        let kind = String(cString: number.objCType)
        guard kind == "d" || kind == "f" else {
            let isLarge = number.compare(NSNumber(value: Int64.max)) == .orderedDescending
            return isLarge ? "{\"$integer\":\"\(number.uint64Value)\"}" : "\(number.int64Value)"
        }
        let real = number.doubleValue
        guard real.isFinite else { return "{\"$real\":\"\(real.isNaN ? "nan" : real < 0 ? "-inf" : "inf")\"}" }
        return real == real.rounded() ? "{\"$real\":\(real)}" : "\(real)"
    }

    /// As RFC 3339 has it; nil outside the years that four digits can write.
    private static func date(_ date: Date) -> String? {
        var seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
        var nanoseconds = ((date.timeIntervalSinceReferenceDate - seconds) * 1e9).rounded()
        if nanoseconds >= 1e9 { (seconds, nanoseconds) = (seconds + 1, 0) }
        guard seconds >= -63_145_526_400, seconds < 252_423_993_600 else { return nil }
        // Days from 1 March of the year 0, in the eras of 400 years of the Gregorian calendar.
        let day = Int((seconds / 86_400).rounded(.down))
        let second = Int(seconds) - day * 86_400
        let days = day + 730_791
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let parts = [second / 3_600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
        var text =
            "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfYear - (153 * shifted + 2) / 5 + 1, 2))T\(parts)"
        if nanoseconds > 0 {
            var fraction = digits(Int(nanoseconds), 9)
            while fraction.hasSuffix("0") { fraction.removeLast() }
            text += "." + fraction
        }
        return text + "Z"
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// A text as JSON.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            default:
                if scalar.value < 0x20 {
                    quoted += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }
}

// MARK: - Secrets and names

extension VitrineDefaults {
    /// Whether a key is called like a secret.
    static func looksSecret(_ key: String) -> Bool {
        let name = key.lowercased().filter { $0.isLetter || $0.isNumber }
        return [
            "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "credential", "privatekey",
        ]
        .contains { name.contains($0) }
    }

    /// The keys that the rows of a Settings.bundle mark as secure, in any of its files.
    fileprivate static func secureKeys(of bundle: Bundle) -> Set<String> {
        guard let settings = bundle.url(forResource: "Settings", withExtension: "bundle"),
            let files = FileManager.default.enumerator(at: settings, includingPropertiesForKeys: nil)
        else { return [] }
        var keys: Set<String> = []
        for case let file as URL in files where file.pathExtension == "plist" {
            guard let data = try? Data(contentsOf: file),
                let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
                let rows = (list as? [String: Any])?["PreferenceSpecifiers"] as? [Any]
            else { continue }
            for case let row as [String: Any] in rows {
                let mark = row["IsSecure"]
                let isSecure = (mark as? NSNumber)?.boolValue ?? (mark as? NSString)?.boolValue ?? false
                if isSecure, let key = row["Key"] as? String { keys.insert(key) }
            }
        }
        return keys
    }

    fileprivate static func escaped(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// FNV-1a with 64 bits, for names of files.
    fileprivate static func fingerprint(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    /// The mirrors that run, by their places.
    fileprivate final class Running: @unchecked Sendable {
        private let lock = NSLock()
        private var mirrors: [String: VitrineDefaults] = [:]

        func mirror(of place: String, _ make: () -> VitrineDefaults) -> VitrineDefaults {
            lock.lock()
            defer { lock.unlock() }
            let mirror = mirrors[place] ?? make()
            mirrors[place] = mirror
            return mirror
        }

        func forget(_ place: String) {
            lock.lock()
            mirrors[place] = nil
            lock.unlock()
        }
    }

    /// What goes on with an answer; only ever run on the mirror's queue.
    fileprivate struct Continuation: @unchecked Sendable {
        let run: (Answer) -> Void

        init(_ run: @escaping (Answer) -> Void) { self.run = run }
    }
}
