package dev.hpa.kube.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The bearer or basic credentials of requests, in addition to the client certificate of the
 * connection. Thread-safe.
 */
@FunctionalInterface
interface Authorization {

  /** For requests without a token or a password. */
  Authorization NONE = () -> null;

  /**
   * The value of the header {@code Authorization}; null for none.
   *
   * @throws IOException if the credentials are unavailable; the request must not be sent
   */
  @Nullable String header() throws IOException;

  static Authorization bearer(String token) {
    return () -> "Bearer " + token;
  }

  static Authorization basic(String user, String password) {
    String header =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    return () -> header;
  }
}
