package dev.hpa.kube.client;

import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients of a cluster, with its TLS settings.
 *
 * @param http through the proxy if there is one
 * @param sockets for calls without {@code http}; null if a proxy or the settings of the
 *     application's {@code ApiClient} require it
 */
record HttpClients(OkHttpClient http, @Nullable ServerSockets sockets) {}
