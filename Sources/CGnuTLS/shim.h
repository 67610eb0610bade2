#ifndef CGNUTLS_SHIM_H
#define CGNUTLS_SHIM_H

/* Digests, random bytes and comparisons in constant time, and TLS for the commands that ask a server; libmicrohttpd
   speaks TLS through the same library. */
#include <gnutls/gnutls.h>
#include <gnutls/crypto.h>

/* The flags are an enumeration in some releases and macros in others. */
static inline int vitrine_tls_client(gnutls_session_t *session) {
    return gnutls_init(session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL);
}

/* The library's function for it is a global variable. */
static inline void vitrine_gnutls_free(void *pointer) { gnutls_free(pointer); }

#endif
