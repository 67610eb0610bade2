import Storage
import Testing

@Suite("Quotas")
struct StorageQuotasTests {
    @Test("sizes are read with and without a unit, and anything else is refused with a sentence")
    func sizes() {
        var quotas = StorageQuotas.none
        for (text, bytes) in [
            ("total=7", 7), ("dump=2k", 2_048), ("app=3MiB", 3 << 20), ("Journal = 1 GB", 1 << 30),
            ("history=1t", 1 << 40),
        ] {
            #expect(quotas.set(text) == nil)
            #expect(
                quotas[StorageQuota(rawValue: String(text.lowercased().prefix { $0.isLetter })) ?? .principal] == bytes
            )
        }
        #expect(quotas.set("dump=none") == nil && quotas[.dump] == nil)
        for text in [
            "", "total", "total=", "total=0", "total=-1", "total=1X", "total=9999999999999T", "size=1M", "=1",
            "total=1MiBB",
        ] {
            #expect(quotas.set(text)?.hasSuffix(".") == true, "\(text)")
        }
        #expect(quotas[.total] == 7)
    }

    @Test("sizes are written for people, rounded down")
    func texts() {
        #expect(
            [0, 1_023, 1_024, 1_600, 3 << 20, (5 << 30) - 1].map(StorageQuotas.text) == [
                "0 bytes", "1023 bytes", "1 KiB", "1.5 KiB", "3 MiB", "4.9 GiB",
            ]
        )
    }

    @Test("what goes beyond a quota is told with the quota, what would be used and what to do")
    func excess() throws {
        var quotas = StorageQuotas.none
        quotas[.principal] = 1_024
        try quotas.check(.principal, 1_024, owner: "CI")
        let fault = #expect(throws: StorageFault.self) { try quotas.check(.principal, 2_048, owner: "CI") }
        #expect(fault?.kind == .overQuota)
        for part in ["“principal”", "2048 bytes", "1024 (1 KiB)", "“CI”", "--quota principal="] {
            #expect(fault?.message.contains(part) == true)
        }
        try quotas.check(.total, .max)
        for quota in StorageQuota.allCases {
            #expect(QuotaExcess(quota, limit: 1, bytes: 2).message.contains("--quota \(quota.rawValue)="))
        }
    }
}
