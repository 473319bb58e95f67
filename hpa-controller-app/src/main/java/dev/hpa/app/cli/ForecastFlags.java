package dev.hpa.app.cli;

import dev.hpa.metrics.prometheus.client.PrometheusServer;
import java.net.URI;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** The flags of the Prometheus server with the past loads of autoscalers. */
public final class ForecastFlags extends FlagGroup {

  private final Flag<String> address =
      text(
          "forecast-prometheus",
          "URL",
          "The Prometheus server from which the past loads of HPAs with option"
              + " forecast-query are read once, such as http://prometheus.monitoring:9090"
              + " (default: none).");

  private final Flag<String> tokenFile =
      text(
          "forecast-prometheus-token-file",
          "FILE",
          "File with the bearer token for --forecast-prometheus (default: none).");

  private final Flag<String> caFile =
      text(
          "forecast-prometheus-ca-file",
          "FILE",
          "PEM file with the certificate authorities of --forecast-prometheus (default: those of"
              + " the JVM).");

  /**
   * The server; null if none is set.
   *
   * @throws UsageException if a value is invalid
   */
  @Nullable PrometheusServer prometheus() {
    if (address.get().isEmpty()) {
      requireUnset("forecast-prometheus-token-file", tokenFile.get());
      requireUnset("forecast-prometheus-ca-file", caFile.get());
      return null;
    }
    requireReadable("forecast-prometheus-token-file", tokenFile.get());
    requireReadable("forecast-prometheus-ca-file", caFile.get());
    return PrometheusServer.of(
        uri(address.get()), FlagFiles.path(tokenFile.get()), FlagFiles.path(caFile.get()));
  }

  private static URI uri(String text) {
    try {
      return PrometheusServer.address(text);
    } catch (IllegalArgumentException invalid) {
      throw new UsageException("forecast-prometheus: " + invalid.getMessage(), invalid);
    }
  }

  private static void requireUnset(String flag, String file) {
    if (!file.isEmpty()) {
      throw new UsageException(
          flag + ": has no effect without forecast-prometheus; add --forecast-prometheus URL");
    }
  }

  private static void requireReadable(String flag, String file) {
    if (!file.isEmpty() && !Files.isReadable(FlagFiles.of(file))) {
      throw new UsageException(flag + ": \"" + file + "\" cannot be read; give a readable file");
    }
  }
}
