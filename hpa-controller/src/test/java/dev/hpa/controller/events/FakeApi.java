package dev.hpa.controller.events;

import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToIntFunction;

/** Answers requests with codes a test chooses, and keeps them. It has no objects. Thread-safe. */
final class FakeApi implements KubernetesApi {

  /** The connection broke. */
  static final int NO_ANSWER = 0;

  static final int FINE = 200;

  private final List<ApiRequest> requests = new CopyOnWriteArrayList<>();
  private volatile ToIntFunction<ApiRequest> answers = request -> FINE;

  void answer(ToIntFunction<ApiRequest> codes) {
    answers = codes;
  }

  List<ApiRequest> requests() {
    return requests;
  }

  List<String> methods() {
    return requests.stream().map(ApiRequest::method).toList();
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    requests.add(request);
    int code = answers.applyAsInt(request);
    if (code != FINE) {
      throw new KubernetesApiException(code, code == 409 ? "AlreadyExists" : "", "no", null);
    }
    try {
      return reader.read(new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8)));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
