#ifndef CGNUTLS_SHIM_H
#define CGNUTLS_SHIM_H

/* Digests, random bytes and comparisons in constant time; libmicrohttpd speaks TLS through the same library. */
#include <gnutls/gnutls.h>
#include <gnutls/crypto.h>

#endif
