package dev.hpa.tck;

import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * An API server with fixed responses, which can fail and stop responding. Responses are selected by
 * path and query, whatever the method; other requests return 404. Thread-safe.
 */
public final class InMemoryApi implements KubernetesApi {

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> targets = new CopyOnWriteArrayList<>();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private volatile @Nullable String defaultAnswer;
  private volatile @Nullable KubernetesApiException failure;
  private volatile boolean blocked;

  /**
   * Sets the response body of a request.
   *
   * @param target path and query as in {@link ApiRequest#target}
   */
  public InMemoryApi answer(String target, String body) {
    answers.put(target, body);
    return this;
  }

  /** Sets the response body of all other requests. */
  public InMemoryApi answerAll(String body) {
    defaultAnswer = body;
    return this;
  }

  /** Fails every request from now on with status code 500. */
  public void fail() {
    failWith(new KubernetesApiException(500, "InternalError", "internal error", null));
  }

  /** Fails every request from now on. */
  public void failWith(KubernetesApiException injected) {
    failure = injected;
  }

  /**
   * Blocks every request from now on until its thread is interrupted.
   *
   * @return a latch that reaches zero when a request blocks
   */
  public CountDownLatch stopResponding() {
    blocked = true;
    return waiting;
  }

  /** Returns the number of requests. */
  public int requests() {
    return targets.size();
  }

  /** Returns path and query of all requests, in order. */
  public List<String> requestTargets() {
    return List.copyOf(targets);
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    String target = request.target();
    targets.add(target);
    if (blocked) {
      block();
    }
    KubernetesApiException injected = failure;
    if (injected != null) {
      throw injected;
    }
    String specific = answers.get(target);
    String answer = specific == null ? defaultAnswer : specific;
    if (answer == null) {
      throw new KubernetesApiException(404, "NotFound", target + " not found", null);
    }
    try {
      return reader.read(new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException unreadable) {
      throw new KubernetesApiException(0, "", String.valueOf(unreadable.getMessage()), unreadable);
    }
  }

  private void block() throws KubernetesApiException {
    waiting.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new KubernetesApiException(0, "", "interrupted while waiting", stopping);
    }
  }
}
