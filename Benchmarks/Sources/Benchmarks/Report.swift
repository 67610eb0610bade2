import Foundation
import JSON

/// The measurements as a table for people and as JSON.
struct Report {
    var measurements: [Measurement] = []

    /// Prints the newest measurement as a row of the table.
    mutating func add(_ measurement: Measurement) {
        if measurements.isEmpty {
            print("shape       views   task                   median ms   allocations   per view")
        }
        measurements.append(measurement)
        let time = Self.padded(String(format: "%.3f", measurement.milliseconds), 12)
        let share = String(format: "%.3f", Double(measurement.allocations) / Double(measurement.count))
        print(
            measurement.shape.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
                + Self.padded(String(measurement.count), 7) + "   "
                + measurement.task.rawValue.padding(toLength: 20, withPad: " ", startingAt: 0)
                + time + Self.padded(String(measurement.allocations), 14) + Self.padded(share, 11)
        )
    }

    /// The text, right-aligned.
    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 1)) + text
    }

    /// `[{"shape","views","task","milliseconds","allocations"}…]`.
    var json: [UInt8] {
        var writer = JSONWriter(reservingCapacity: measurements.count * 120)
        writer.beginArray()
        for measurement in measurements {
            writer.beginObject()
            writer.key("shape")
            writer.string(measurement.shape.rawValue)
            writer.key("views")
            writer.integer(Int64(measurement.count))
            writer.key("task")
            writer.string(measurement.task.rawValue)
            writer.key("milliseconds")
            writer.number((measurement.milliseconds * 1_000).rounded() / 1_000)
            writer.key("allocations")
            writer.integer(Int64(measurement.allocations))
            writer.endObject()
        }
        writer.endArray()
        return writer.finish()
    }
}
