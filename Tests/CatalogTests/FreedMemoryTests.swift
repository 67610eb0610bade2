import Synchronization
import Testing

@testable import Catalog

@Suite("Memory that was freed")
struct FreedMemoryTests {
    @Test("it is given back once much has come together, and not for each little")
    func sum() {
        let times = Mutex(0)
        let memory = FreedMemory { times.withLock { $0 += 1 } }
        for _ in 0..<7 { memory.add(FreedMemory.much / 8) }
        #expect(times.withLock { $0 } == 0)
        memory.add(FreedMemory.much / 8)
        #expect(times.withLock { $0 } == 1)
        memory.add(FreedMemory.much - 1)
        #expect(times.withLock { $0 } == 1)
        memory.add(.max)
        #expect(times.withLock { $0 } == 2)
    }
}
