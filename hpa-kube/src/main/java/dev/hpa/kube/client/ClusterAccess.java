package dev.hpa.kube.client;

import java.time.Instant;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a cluster, by one reading of what says so.
 *
 * @param server its address
 * @param client with TLS and proxy as they have to be
 * @param authorization of each request
 * @param impersonation of each request
 * @param expires wall-clock time from which the credentials do not count any more; null when that
 *     is not known
 */
record ClusterAccess(
    String server,
    OkHttpClient client,
    Authorization authorization,
    Impersonation impersonation,
    @Nullable Instant expires) {}
