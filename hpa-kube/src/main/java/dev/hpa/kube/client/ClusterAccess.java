package dev.hpa.kube.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Address and credentials of a cluster, as read at one time.
 *
 * @param server address of the API server
 * @param calls sends calls, with TLS and proxy settings
 * @param authorization bearer or basic credentials
 * @param impersonation impersonation headers
 * @param expires wall-clock time at which the credentials expire; null if unknown
 */
record ClusterAccess(
    ServerAddress server,
    CallSender calls,
    Authorization authorization,
    Impersonation impersonation,
    @Nullable Instant expires) {}
