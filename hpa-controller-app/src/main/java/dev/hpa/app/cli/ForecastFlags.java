package dev.hpa.app.cli;

import dev.hpa.controller.forecast.PrometheusServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of the Prometheus server with the past loads of autoscalers. */
public final class ForecastFlags {

  @Option(
      names = "--forecast-prometheus",
      paramLabel = "URL",
      description =
          "The Prometheus server from which the past loads of autoscalers with option"
              + " forecast-query are read once, such as http://prometheus.monitoring:9090"
              + " (default: none).")
  private @Nullable String address;

  @Option(
      names = "--forecast-prometheus-token-file",
      paramLabel = "FILE",
      description = "File with the bearer token for --forecast-prometheus (default: none).")
  private @Nullable Path tokenFile;

  @Option(
      names = "--forecast-prometheus-ca-file",
      paramLabel = "FILE",
      description =
          "PEM file with the certificate authorities of --forecast-prometheus (default: those of"
              + " the JVM).")
  private @Nullable Path caFile;

  /**
   * The server; null if none is set.
   *
   * @throws UsageException if a value is invalid
   */
  @Nullable PrometheusServer prometheus() {
    if (address == null || address.isEmpty()) {
      requireUnset("forecast-prometheus-token-file", tokenFile);
      requireUnset("forecast-prometheus-ca-file", caFile);
      return null;
    }
    requireReadable("forecast-prometheus-token-file", tokenFile);
    requireReadable("forecast-prometheus-ca-file", caFile);
    return new PrometheusServer(uri(address), tokenFile, caFile);
  }

  private static URI uri(String text) {
    String base = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    try {
      URI uri = URI.create(base);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getQuery() == null
          && uri.getFragment() == null) {
        return uri;
      }
    } catch (IllegalArgumentException invalid) {
      // Reported below.
    }
    throw new UsageException(
        "forecast-prometheus: the URL is invalid; use http or https with a host, and without user,"
            + " query and fragment");
  }

  private static void requireUnset(String flag, @Nullable Path file) {
    if (file != null) {
      throw new UsageException(
          flag + ": has no effect without forecast-prometheus; add --forecast-prometheus URL");
    }
  }

  private static void requireReadable(String flag, @Nullable Path file) {
    if (file != null && !Files.isReadable(file)) {
      throw new UsageException(flag + ": \"" + file + "\" cannot be read; give a readable file");
    }
  }
}
