extension JSONScanner {
    /// Reads a number (RFC 8259, section 6) and checks that it fits 64 bits or a double.
    mutating func scanNumber() throws(JSONError) {
        let start = offset
        let isNegative = skip(UInt8(ascii: "-"))
        let firstDigit = offset
        let wholeDigits = try scanDigits()
        if wholeDigits > 1, bytes[firstDigit] == UInt8(ascii: "0") {
            offset = firstDigit
            throw failure(.syntax, "A number does not begin with 0 and another digit.")
        }
        var isInteger = true
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            try scanDigits()
        }
        var exponent = 0
        if let byte = next, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isInteger = false
            offset += 1
            exponent = try scanExponent()
        }
        let end = offset
        offset = start
        guard end - start <= JSONLimits.maximumNumberBytes else {
            throw failure(.numberOutOfRange, "A number is longer than \(JSONLimits.maximumNumberBytes) characters.")
        }
        if isInteger {
            try checkInteger(firstDigit..<end, isNegative: isNegative)
        } else if wholeDigits + exponent > 308 {
            // A number below 10^308 is finite; only for the few others it is worth reading the digits.
            guard let value = Double(String(decoding: bytes[start..<end], as: UTF8.self)), value.isFinite else {
                throw failure(.numberOutOfRange, "The number is too large for a double.")
            }
        }
        offset = end
    }

    private func checkInteger(_ digits: Range<Int>, isNegative: Bool) throws(JSONError) {
        var magnitude: UInt64 = 0
        for index in digits {
            let (product, tooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(bytes[index] - UInt8(ascii: "0")))
            guard !tooLarge, !carried else {
                throw failure(.numberOutOfRange, "The whole number does not fit 64 bits.")
            }
            magnitude = sum
        }
        let isSigned = magnitude <= (isNegative ? Int64.min.magnitude : Int64.max.magnitude)
        guard isSigned || limits.allowsUnsignedIntegers && !isNegative else {
            throw failure(.numberOutOfRange, "The whole number does not fit 64 signed bits.")
        }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    @discardableResult
    private mutating func scanDigits() throws(JSONError) -> Int {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else {
            guard let byte = next else { throw truncated() }
            throw unexpected(byte, wanted: "a digit")
        }
        return offset - start
    }

    /// Reads the digits of an exponent, held to a million either way: that is far outside every double.
    private mutating func scanExponent() throws(JSONError) -> Int {
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        let start = offset
        try scanDigits()
        var exponent = 0
        for byte in bytes[start..<offset] where exponent < 1_000_000 {
            exponent = exponent * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return isNegative ? -exponent : exponent
    }
}
