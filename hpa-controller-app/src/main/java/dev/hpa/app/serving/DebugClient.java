package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.kube.client.HttpService;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Client of the {@link DebugServer} of a running controller. */
public final class DebugClient {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Explanations are limited; this is a multiple of the largest. */
  private static final int MAX_RESPONSE_BYTES = 64 << 20;

  private DebugClient() {}

  /**
   * The URL of a debug address.
   *
   * @param text {@code HOST:PORT}, or an http or https URL
   * @throws IllegalArgumentException if it is neither
   */
  public static URI address(String text) {
    try {
      URI uri = new URI(text.contains("://") ? text : "http://" + text);
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      // Reported below, as any other text that is no address.
    }
    throw new IllegalArgumentException(
        "\"" + text + "\" is not an address; write HOST:PORT, such as 127.0.0.1:10258");
  }

  /**
   * The explanation of an autoscaler by a controller.
   *
   * @param name {@code namespace/name}
   * @throws IOException if the controller does not answer or does not have the autoscaler
   */
  public static JsonNode ask(URI controller, String name) throws IOException {
    HttpService.Response response = response(controller, "/debug/autoscalers/" + name);
    if (response.code() == 404) {
      throw new IOException("the controller at " + controller + " has no autoscaler " + name);
    }
    try {
      JsonNode answer = Json.tree(response.text());
      if (answer.has("error")) {
        throw new IOException(
            "the controller at " + controller + ": " + answer.path("error").asText());
      }
      return answer;
    } catch (JsonFormatException noJson) {
      throw new IOException(controller + " is not the debug address of a controller", noJson);
    }
  }

  private static HttpService.Response response(URI controller, String path) throws IOException {
    try (HttpService server =
        new HttpService(controller.toString(), HttpService.Tls.DEFAULT, MAX_RESPONSE_BYTES)) {
      return server.get(path, Map.of("Accept", "application/json"), TIMEOUT);
    } catch (ConnectException unreachable) {
      throw new IOException(
          "no controller responds at " + controller + "; start it with --debug-address HOST:PORT",
          unreachable);
    } catch (IOException | TimeoutException failure) {
      throw new IOException(
          "the controller at " + controller + ": " + failure.getMessage(), failure);
    }
  }
}
