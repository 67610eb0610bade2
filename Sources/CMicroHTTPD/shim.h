#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/ioctl.h>

/* Swift cannot call variadic C functions and does not see MHD_SIZE_UNKNOWN; these give such parts of the library a
   typed form. Every option is described in microhttpd.h at the constant of its name. */

/** What a daemon is started with. The functions may be called on every thread of the pool. */
struct cmhd_daemon_options {
    unsigned int thread_pool_size;
    unsigned int connection_limit;
    unsigned int per_ip_connection_limit;
    unsigned int connection_timeout;
    size_t connection_memory_limit;
    /** Given to each of the functions below. */
    void *context;
    MHD_LogCallback log;
    MHD_AccessHandlerCallback access;
    void *(*uri)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    /** PEM texts, read while the daemon starts; both NULL for a server without TLS. */
    const char *tls_certificates;
    const char *tls_key;
};

/** Leaves percent-escapes alone: what stands decoded before it is split can no longer be told apart. */
static inline size_t cmhd_leave_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    size_t length = 0;
    while (text[length] != '\0') length++;
    return length;
}

/** Ends a target behind its question mark, for the library then to find no parameters. It would make a record for each in
    the memory of the connection, where a thousand of them leave no room for an answer: the request hangs until its time is
    over. The target is the library's own memory, which it cuts in pieces next. */
static inline void cmhd_drop_query(const char *target) {
    if (target == NULL) return;
    while (*target != '\0' && *target != '?') target++;
    if (*target == '?') ((char *)target)[1] = '\0';
}

/* How much of what a client sends the library itself refuses. Before 0.9.77 it answers what it refuses for a missing Host
   field twice; the head of every request is checked after it anyhow. */
#if MHD_VERSION >= 0x00097701
#define CMHD_DISCIPLINE MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1
#else
#define CMHD_DISCIPLINE MHD_OPTION_STRICT_FOR_CLIENT, 0
#endif

/** Whether the library itself refuses NUL bytes, lines that end in a line feed alone or go on in the next one, and fields
    without a name. */
static inline int cmhd_checks_lines(void) { return MHD_VERSION >= 0x00097701; }

/** Whether the library is 1.0 or later: it takes the blanks away behind the value of a field, and counts the extension of a
    chunk's size wrongly, for which it refuses the chunk. */
static inline int cmhd_is_version_1(void) { return MHD_VERSION >= 0x01000000; }

/** MHD_start_daemon with epoll, a pool of threads and suspended connections; the logger has to come first. TLS is of
    version 1.2 or 1.3 (RFC 8996). */
static inline struct MHD_Daemon *cmhd_start_daemon(const struct cmhd_daemon_options *options) {
    struct MHD_OptionItem tls[4] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->tls_certificates},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->tls_key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[1] = {{MHD_OPTION_END, 0, NULL}};
    int is_secure = options->tls_certificates != NULL && options->tls_key != NULL;
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG
            | (is_secure ? MHD_USE_TLS : 0),
        0, NULL, NULL,
        options->access, options->context,
        MHD_OPTION_EXTERNAL_LOGGER, options->log, options->context,
        MHD_OPTION_THREAD_POOL_SIZE, options->thread_pool_size,
        MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->per_ip_connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, options->connection_timeout,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory_limit,
        CMHD_DISCIPLINE,
        MHD_OPTION_UNESCAPE_CALLBACK, &cmhd_leave_escapes, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, options->uri, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context,
        MHD_OPTION_ARRAY, is_secure ? tls : none,
        MHD_OPTION_END);
}

/** The socket of a connection, -1 when it is not known. */
static inline int cmhd_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/** The peer's address, NULL when it is not known. */
static inline const struct sockaddr *cmhd_connection_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/** The size of the head of a request with the empty line behind it, 0 while it is not whole. */
static inline size_t cmhd_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/** How many bytes have been taken from a socket of TCP since it was opened, 0 where that is not known. */
static inline size_t cmhd_bytes_taken(int socket) {
    /* As linux/tcp.h has it up to tcpi_bytes_received, which the header of glibc lacks. */
    unsigned char info[136];
    socklen_t length = sizeof(info);
    int waiting = 0;
    uint64_t received = 0;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, info, &length) != 0 || length < sizeof(info)) return 0;
    if (ioctl(socket, FIONREAD, &waiting) != 0 || waiting < 0) return 0;
    memcpy(&received, info + sizeof(info) - sizeof(received), sizeof(received));
    return received < (uint64_t)waiting ? 0 : (size_t)(received - (uint64_t)waiting);
}

/** Lets a body of unknown length end with its connection. */
static inline void cmhd_forbid_chunks(struct MHD_Response *response) {
    if (response != NULL) MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/** What a content reader returns at the end of a body. */
static inline ssize_t cmhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

/** What a content reader returns to break a connection off. */
static inline ssize_t cmhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/** What the connection callback stored for the life of the connection. */
static inline void *cmhd_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

#endif
