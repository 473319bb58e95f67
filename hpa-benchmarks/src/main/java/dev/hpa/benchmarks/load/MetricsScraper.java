package dev.hpa.benchmarks.load;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import java.io.IOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Reads the metrics page of a contender on 127.0.0.1; does not verify its certificate. */
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

  /** Returns the number of reconciliations so far; null if it is not available. */
  @Nullable Long reconciliations() {
    try (Response response = http.newCall(page).execute()) {
      return response.code() == 200 ? sum(response.body().string()) : null;
    } catch (IOException unavailable) {
      return null;
    }
  }

  private static @Nullable Long sum(String text) {
    double sum = 0;
    boolean isPresent = false;
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(RECONCILIATIONS)) {
        isPresent = true;
        sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    return isPresent ? Math.round(sum) : null;
  }
}
