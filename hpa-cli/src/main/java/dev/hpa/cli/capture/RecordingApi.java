package dev.hpa.cli.capture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A Kubernetes API client that records the responses that were decoded. Thread-safe. */
final class RecordingApi implements KubernetesApi {

  /**
   * One call with its response.
   *
   * @param answer the body; null if it is not JSON
   */
  record Exchange(ApiRequest request, @Nullable JsonNode answer) {}

  private final KubernetesApi api;
  private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();

  RecordingApi(KubernetesApi api) {
    this.api = api;
  }

  List<Exchange> exchanges() {
    return exchanges;
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    return api.call(
        request,
        new BodyReader<T>() {
          @Override
          public T read(InputStream body) throws IOException {
            return read(body, "application/json");
          }

          @Override
          public T read(InputStream body, String contentType) throws IOException {
            byte[] bytes = body.readAllBytes();
            T read = reader.read(new ByteArrayInputStream(bytes), contentType);
            exchanges.add(new Exchange(request, jsonOrNull(bytes)));
            return read;
          }
        });
  }

  private static @Nullable JsonNode jsonOrNull(byte[] bytes) {
    try {
      return Json.tree(bytes);
    } catch (JsonFormatException noJson) {
      return null;
    }
  }
}
