package dev.hpa.controller.forecast;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A Prometheus server, or another one with its query API.
 *
 * @param address the URL without {@code /api/v1/query_range}
 * @param tokenFile a file with the bearer token, read for each request; null for none
 * @param caFile the PEM file of the certificate authorities; null for those of the JVM
 */
public record PrometheusServer(URI address, @Nullable Path tokenFile, @Nullable Path caFile) {}
