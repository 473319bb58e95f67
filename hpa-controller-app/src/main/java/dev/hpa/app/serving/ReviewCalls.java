package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.kube.client.TokenBucket;
import dev.hpa.kube.client.TtlCache;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;

/**
 * Deduplicates and rate-limits reviews by the API server. Authenticated clients have upstream's
 * rate; others share a small one, so that they cannot exhaust the rate of authenticated clients.
 * Thread-safe.
 *
 * @param <K> the key of a review
 * @param <V> the result
 */
final class ReviewCalls<K, V> {

  private final ConcurrentMap<K, CompletableFuture<V>> running = new ConcurrentHashMap<>();

  /** The results that are remembered. */
  final TtlCache<K, V> answers;

  private final TokenBucket known;
  private final TokenBucket unknown;

  ReviewCalls(InstantSource clock) {
    answers = new TtlCache<>(clock, Limit.REMEMBERED_REVIEWS.asInt());
    known = new TokenBucket(Limit.REVIEWS.asInt(), 2 * Limit.REVIEWS.asInt(), clock);
    unknown =
        new TokenBucket(Limit.UNKNOWN_CALLERS.asInt(), 2 * Limit.UNKNOWN_CALLERS.asInt(), clock);
  }

  /**
   * The status of a reviewed object.
   *
   * @throws IOException if the answer is no JSON or larger than 1 MiB
   */
  static JsonNode status(InputStream answer) throws IOException {
    byte[] body = answer.readNBytes(Limit.OBJECT_BYTES.asInt() + 1);
    if (body.length > Limit.OBJECT_BYTES.asInt()) {
      throw new IOException("a review of more than " + Limit.OBJECT_BYTES.asInt() + " bytes");
    }
    return Json.tree(body).path("status");
  }

  /** One review; it ends within the request timeout. */
  @FunctionalInterface
  interface Review<V> {
    V run() throws KubernetesApiException;
  }

  /**
   * The result of a review, possibly of an identical one in progress or of one that has just ended.
   *
   * @param isKnown whether the client is authenticated
   */
  V run(K key, boolean isKnown, Review<V> review)
      throws KubernetesApiException, TooManyReviewsException {
    CompletableFuture<V> mine = new CompletableFuture<>();
    CompletableFuture<V> before = running.putIfAbsent(key, mine);
    if (before != null) {
      return outcome(before);
    }
    try {
      if (!(isKnown ? known : unknown).take()) {
        throw new TooManyReviewsException();
      }
      V justNow = answers.get(key);
      mine.complete(justNow == null ? review.run() : justNow);
    } catch (KubernetesApiException | TooManyReviewsException | RuntimeException failure) {
      mine.completeExceptionally(failure);
    } finally {
      // Has an effect only if an Error ends this thread: other threads must not block.
      mine.completeExceptionally(new IllegalStateException("the review was not finished"));
      running.remove(key, mine);
    }
    return outcome(mine);
  }

  private static <V> V outcome(CompletableFuture<V> review)
      throws KubernetesApiException, TooManyReviewsException {
    try {
      return review.get();
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case KubernetesApiException refused -> throw refused;
        case TooManyReviewsException tooMany -> throw tooMany;
        case null, default -> throw new IllegalStateException(failure.getCause());
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a caller was reviewed", ending);
    }
  }
}
