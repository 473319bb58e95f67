package dev.hpa.benchmarks.load;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import java.io.IOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * The metrics page of a contender, on the port it was given; its certificate is one nobody knows.
 */
final class MetricsScraper {

  private static final String RECONCILIATIONS =
      "horizontal_pod_autoscaler_controller_reconciliations_total";

  private final OkHttpClient http;
  private final Request page;

  MetricsScraper(int port) {
    ApiClient client = new ClientBuilder().setVerifyingSsl(false).build();
    this.http = client.getHttpClient();
    this.page = new Request.Builder().url("https://127.0.0.1:" + port + "/metrics").build();
  }

  /** How often it has looked at an autoscaler so far; null when it does not tell. */
  @Nullable Long reconciliations() {
    try (Response response = http.newCall(page).execute()) {
      return response.code() == 200 ? sum(response.body().string()) : null;
    } catch (IOException untold) {
      return null;
    }
  }

  private static @Nullable Long sum(String text) {
    double sum = 0;
    boolean isThere = false;
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(RECONCILIATIONS)) {
        isThere = true;
        sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    return isThere ? Math.round(sum) : null;
  }
}
