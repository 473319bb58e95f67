package dev.hpa.conformance.contracts;

import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An API server of fixed answers, which can fail and fall silent. It knows neither methods nor
 * objects: an answer belongs to a path with its query, and what has none is not found. Thread-safe.
 */
public final class InMemoryApi implements KubernetesApi {

  private enum Mood {
    ANSWERING,
    FAILING,
    SILENT
  }

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private volatile Mood mood = Mood.ANSWERING;

  /**
   * Answers a request from now on.
   *
   * @param target path and query as {@link ApiRequest#target} has them
   */
  public InMemoryApi answer(String target, String body) {
    answers.put(target, body);
    return this;
  }

  /** Refuses every request from now on, with code 500. */
  public void fail() {
    mood = Mood.FAILING;
  }

  /**
   * Leaves every request without an answer from now on.
   *
   * @return reaches zero when a request waits
   */
  public CountDownLatch fallSilent() {
    mood = Mood.SILENT;
    return waiting;
  }

  /** How many requests came. */
  public int requests() {
    return requests.get();
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    requests.incrementAndGet();
    switch (mood) {
      case ANSWERING -> {}
      case FAILING -> throw new KubernetesApiException(500, "InternalError", "out of order", null);
      case SILENT -> waitForever();
    }
    String answer = answers.get(request.target());
    if (answer == null) {
      throw new KubernetesApiException(404, "NotFound", request.target() + " not found", null);
    }
    try {
      return reader.read(new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException unreadable) {
      throw new KubernetesApiException(0, "", String.valueOf(unreadable.getMessage()), unreadable);
    }
  }

  private void waitForever() throws KubernetesApiException {
    waiting.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new KubernetesApiException(0, "", "interrupted while waiting", stopping);
    }
  }
}
