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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes API client that records the responses with metrics that were decoded. Those of all
 * metrics of an HPA are kept together, so they are limited together. Thread-safe.
 */
final class RecordingApi implements KubernetesApi {

  /**
   * One call with its response.
   *
   * @param answer the body; null if it is not JSON
   */
  record Exchange(ApiRequest request, @Nullable JsonNode answer) {}

  /** As trees, responses take about ten times their bytes. */
  private static final int PART_OF_HEAP = 32;

  private static final String METRICS = ".metrics.k8s.io/";

  private final long maxBytes = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
  private final AtomicLong bytesKept = new AtomicLong();
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
    if (!request.path().contains(METRICS)) {
      return api.call(request, reader);
    }
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
            if (bytesKept.addAndGet(bytes.length) > maxBytes) {
              throw new IOException(
                  "the metrics of this HPA have more than %d MiB in all".formatted(maxBytes >> 20));
            }
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
