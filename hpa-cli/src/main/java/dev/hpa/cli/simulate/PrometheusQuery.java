package dev.hpa.cli.simulate;

import dev.hpa.kube.client.HttpService;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * A query to Prometheus about a past time, in as many requests as its limit of 11,000 samples each
 * needs.
 *
 * @param query a PromQL expression with one series
 * @param lag how much later than the load itself its samples are
 */
public record PrometheusQuery(PrometheusRange range, String query, Duration lag)
    implements LoadSource {
  private static final int MAX_SAMPLES = 10_000;

  @Override
  public RecordedLoad read(Map<String, String> series, RecordingOptions gaps)
      throws UnusableInputException {
    RecordedLoad load = RecordedLoad.dated(name(), samples(series), gaps);
    return lag.isZero() ? load : load.from(load.origin().minus(lag));
  }

  private String name() {
    return "query " + query;
  }

  /**
   * The samples themselves.
   *
   * @param series labels of the series; empty for the only one
   * @return since the epoch, in their order; NaN where there is no number
   * @throws UnusableInputException if there are none, or they cannot be read
   */
  public List<LoadSample> samples(Map<String, String> series) throws UnusableInputException {
    long seconds = range.step().toSeconds();
    long last = Math.floorDiv(range.end().getEpochSecond(), seconds) * seconds;
    long first = last - range.length().toSeconds() / seconds * seconds;
    List<String> responses = new ArrayList<>();
    try {
      for (long at = first; at <= last; at += MAX_SAMPLES * seconds) {
        long to = Math.min(last, at + (MAX_SAMPLES - 1) * seconds);
        responses.add(text(range.client().range(query, at, to, seconds)));
      }
    } catch (IOException | TimeoutException failure) {
      throw new UnusableInputException.UnreachableException(
          "--prometheus: \"%s\" cannot be queried: %s; check the address and --prometheus-auth"
              .formatted(range.address(), failure.getMessage()));
    }
    return PrometheusTrace.samples(name(), responses, series);
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
