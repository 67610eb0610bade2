import CFuzzer
import Foundation

/// Feeds one reader with whatever libFuzzer thinks of.
///
///     Fuzz list               each target with its longest input and its dictionary
///     Fuzz seed FOLDER [CORPUS]   writes the first inputs of each target, from the fixtures and a folder of real dumps
///     Fuzz grow TARGET DICTIONARY SEEDS FOUND SECONDS   looks for time that grows faster than the input
///     Fuzz TARGET …           runs libFuzzer on a target; its own arguments follow
@main
enum Fuzz {
    /// What the inputs are given to; set once, before libFuzzer begins.
    nonisolated(unsafe) static var target = FuzzTarget.detection

    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "list":
            for target in FuzzTarget.all { print(target.name, target.maximumLength, target.dictionary) }
        case "seed" where arguments.count >= 3:
            let lacking = try Seeds.write(to: arguments[2], corpus: arguments.count > 3 ? arguments[3] : nil)
            guard lacking.isEmpty else {
                throw Fault("no fixture is a first input of \(lacking.joined(separator: ", "))")
            }
        case "grow" where arguments.count == 7:
            let target = try named(arguments[2])
            let growth = try Growth(target, dictionary: URL(filePath: arguments[3]), seeds: URL(filePath: arguments[4]))
            let faults = try growth.run(seconds: Double(arguments[6]) ?? 10, found: URL(filePath: arguments[5]))
            guard faults.isEmpty else { throw Fault(faults.joined(separator: "\n")) }
        case let name?:
            target = try named(name)
            run()
        case nil:
            throw Fault("say list, seed FOLDER or a target; script/fuzz does all of it")
        }
    }

    private static func named(_ name: String) throws -> FuzzTarget {
        guard let named = FuzzTarget.all.first(where: { $0.name == name }) else {
            throw Fault("there is no target \(name)")
        }
        return named
    }

    /// Hands the rest of the command line over to libFuzzer, which never comes back.
    private static func run() {
        var rest = [CommandLine.unsafeArgv[0]]
        rest += (2..<Int(CommandLine.argc)).map { CommandLine.unsafeArgv[$0] }
        var count = Int32(rest.count)
        rest.append(nil)
        let status = rest.withUnsafeMutableBufferPointer { buffer in
            var values = buffer.baseAddress
            return LLVMFuzzerRunDriver(&count, &values) { data, size in
                Fuzz.target.run([UInt8](UnsafeBufferPointer(start: data, count: size)))
                return 0
            }
        }
        exit(status)
    }

    private struct Fault: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
