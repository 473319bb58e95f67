package dev.hpa.kube.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After}, as client-go reads it. */
public final class RetryAfter {

  /** Limit of the waits of a call; 11 attempts 1 s apart need a third of it. */
  public static final Duration LIMIT = Duration.ofSeconds(30);

  private RetryAfter() {}

  /**
   * The wait that a server requests before a retry; null for none.
   *
   * @param code status code of the response; only 429 and 5xx request retries
   * @param header value of the header; only whole numbers of seconds count, not dates
   */
  public static @Nullable Duration of(int code, @Nullable String header) {
    if (header == null || (code != 429 && code < 500)) {
      return null;
    }
    try {
      return Duration.ofSeconds(Math.max(0, Long.parseLong(header)));
    } catch (NumberFormatException noNumber) {
      return null;
    }
  }
}
