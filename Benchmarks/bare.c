// The least that a server on libmicrohttpd can do: the same bytes for every request, on two threads.
//
//   bare PORT BYTES
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *body;
static size_t length;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **request) {
    static int seen;
    if (!*request) {
        *request = &seen;
        return MHD_YES;
    }
    struct MHD_Response *response = MHD_create_response_from_buffer(length, body, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result queued = MHD_queue_response(connection, 200, response);
    MHD_destroy_response(response);
    return queued;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    length = strtoul(arguments[2], NULL, 10);
    body = malloc(length);
    if (!body) return 1;
    memset(body, 'x', length);
    struct MHD_Daemon *daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, (unsigned short)atoi(arguments[1]), NULL, NULL,
                                                 answer, NULL, MHD_OPTION_THREAD_POOL_SIZE, 2, MHD_OPTION_END);
    if (!daemon) return 1;
    puts("ready");
    fflush(stdout);
    pause();
    return 0;
}
