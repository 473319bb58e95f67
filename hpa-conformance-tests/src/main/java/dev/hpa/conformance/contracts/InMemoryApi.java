package dev.hpa.conformance.contracts;

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
 * An API server of fixed answers, which can fail and fall silent. It knows neither methods nor
 * objects: an answer belongs to a path with its query, or to all, and what has none is not found.
 * Thread-safe.
 */
public final class InMemoryApi implements KubernetesApi {

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private volatile @Nullable String otherwise;
  private volatile @Nullable KubernetesApiException refusal;
  private volatile boolean silent;

  /**
   * Answers a request from now on.
   *
   * @param target path and query as {@link ApiRequest#target} has them
   */
  public InMemoryApi answer(String target, String body) {
    answers.put(target, body);
    return this;
  }

  /** Answers every request from now on that has no answer of its own. */
  public InMemoryApi answerAll(String body) {
    otherwise = body;
    return this;
  }

  /** Refuses every request from now on, with code 500. */
  public void fail() {
    refuse(new KubernetesApiException(500, "InternalError", "out of order", null));
  }

  /** Refuses every request from now on. */
  public void refuse(KubernetesApiException why) {
    refusal = why;
  }

  /**
   * Leaves every request without an answer from now on.
   *
   * @return reaches zero when a request waits
   */
  public CountDownLatch fallSilent() {
    silent = true;
    return waiting;
  }

  /** How many requests came. */
  public int requests() {
    return asked.size();
  }

  /** Path and query of the requests that came, in order. */
  public List<String> asked() {
    return List.copyOf(asked);
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    String target = request.target();
    asked.add(target);
    if (silent) {
      waitForever();
    }
    KubernetesApiException why = refusal;
    if (why != null) {
      throw why;
    }
    String own = answers.get(target);
    String answer = own == null ? otherwise : own;
    if (answer == null) {
      throw new KubernetesApiException(404, "NotFound", target + " not found", null);
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
