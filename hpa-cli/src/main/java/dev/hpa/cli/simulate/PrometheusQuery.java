package dev.hpa.cli.simulate;

import dev.hpa.kube.client.HttpService;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * A query to Prometheus about a past time, in as many requests as its limit of 11,000 samples each
 * needs.
 *
 * @param client the connection
 * @param address the address of the server, for messages
 * @param query a PromQL expression with one series
 * @param end the end of the time
 * @param length the length of the time
 * @param step the distance of two samples, in whole seconds, at least 1 s
 */
public record PrometheusQuery(
    PrometheusClient client,
    String address,
    String query,
    Instant end,
    Duration length,
    Duration step)
    implements LoadSource {
  private static final int MAX_SAMPLES = 10_000;

  @Override
  public RecordedLoad read(Map<String, String> series, RecordingOptions gaps)
      throws UnusableInputException {
    long seconds = step.toSeconds();
    long last = Math.floorDiv(end.getEpochSecond(), seconds) * seconds;
    long first = last - length.toSeconds() / seconds * seconds;
    List<String> responses = new ArrayList<>();
    try {
      for (long at = first; at <= last; at += MAX_SAMPLES * seconds) {
        long to = Math.min(last, at + (MAX_SAMPLES - 1) * seconds);
        responses.add(text(client.range(query, at, to, seconds)));
      }
    } catch (IOException | TimeoutException failure) {
      throw new UnusableInputException(
          "--prometheus: \"%s\" cannot be queried: %s; check the address and the token"
              .formatted(address, failure.getMessage()));
    }
    return PrometheusTrace.parse("query " + query, responses, series, gaps);
  }

  /** The errors of Prometheus are JSON; those of a proxy before it are not. */
  private static String text(HttpService.Response response) throws IOException {
    String text = response.text();
    if (!text.stripLeading().startsWith("{")) {
      throw new IOException(
          "the response with status " + response.code() + " is not that of Prometheus");
    }
    return text;
  }
}
