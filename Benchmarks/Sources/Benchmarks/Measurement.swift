import CAllocations
import Glibc

/// What one task took on one tree.
struct Measurement {
    var shape: Shape
    var count: Int
    var task: Task
    /// The median of the processor's time, which other programs do not lengthen.
    var milliseconds: Double
    var allocations: Int

    init(_ shape: Shape, _ count: Int, _ task: Task, _ job: () throws -> Void) rethrows {
        (self.shape, self.count, self.task) = (shape, count, task)
        var times: [Double] = []
        var total = 0.0
        try job()
        let before = allocation_count()
        try job()
        allocations = Int(allocation_count() - before)
        while times.count < 3 || total < 200 && times.count < 100 {
            let start = Self.processorTime
            try job()
            let time = Self.processorTime - start
            times.append(time)
            total += time
        }
        milliseconds = times.sorted()[times.count / 2]
    }

    /// In milliseconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
