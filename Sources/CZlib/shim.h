#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <string.h>
#include <zlib.h>

/* deflateInit2 and inflateInit2 are macros, and a z_stream must not move while it is in use: both reasons to drive a
   whole buffer through zlib on this side. */

/** The most bytes that `size` bytes become as gzip. */
static inline unsigned long cz_gzip_bound(unsigned long size) {
    /* compressBound covers zlib's own header of 6 bytes; that of gzip has 18. */
    return compressBound(size) + 12;
}

/** Compresses a buffer of at most 4 GiB as gzip (RFC 1952); returns the number of bytes written, 0 when it failed. */
static inline unsigned long cz_gzip(
    const unsigned char *source, unsigned int size, unsigned char *target, unsigned int capacity, int level) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (unsigned char *)source;
    stream.avail_in = size;
    stream.next_out = target;
    stream.avail_out = capacity;
    int result = deflate(&stream, Z_FINISH);
    unsigned long written = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? written : 0;
}

/** Expands gzip of at most 4 GiB; returns the number of bytes written, -1 when it is broken or does not fit. */
static inline long cz_gunzip(
    const unsigned char *source, unsigned int size, unsigned char *target, unsigned int capacity) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, 15 + 16) != Z_OK) return -1;
    stream.next_in = (unsigned char *)source;
    stream.avail_in = size;
    stream.next_out = target;
    stream.avail_out = capacity;
    int result = inflate(&stream, Z_FINISH);
    long written = (long)stream.total_out;
    inflateEnd(&stream);
    return result == Z_STREAM_END ? written : -1;
}

#endif
