package dev.hpa.benchmarks.load;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import java.io.IOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Reads the metrics page of a contender on 127.0.0.1; does not verify its certificate. */
final class MetricsScraper {

  private final OkHttpClient http;
  private final Request page;

  MetricsScraper(int port) {
    ApiClient client = new ClientBuilder().setVerifyingSsl(false).build();
    this.http = client.getHttpClient();
    this.page = new Request.Builder().url("https://127.0.0.1:" + port + "/metrics").build();
  }

  /** Reads the page; without values if it is not available. */
  Counters counters() {
    try (Response response = http.newCall(page).execute()) {
      return response.code() == 200 ? Counters.of(response.body().string()) : Counters.NONE;
    } catch (IOException unavailable) {
      return Counters.NONE;
    }
  }
}
