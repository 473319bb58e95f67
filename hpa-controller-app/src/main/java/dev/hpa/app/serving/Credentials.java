package dev.hpa.app.serving;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a request says about who sends it.
 *
 * @param certificates of the client, its own first; empty when it showed none
 * @param headers all values of a header by its name, in any case; empty when it is not there
 */
record Credentials(
    List<X509Certificate> certificates,
    Function<String, List<String>> headers,
    List<String> headerNames) {

  private static final String BEARER = "bearer ";

  /** The token of the caller; null when there is none. */
  @Nullable String bearerToken() {
    for (String value : headers.apply("Authorization")) {
      String text = value.strip();
      if (text.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
        String token = text.substring(BEARER.length()).strip();
        return token.isEmpty() ? null : token;
      }
    }
    return null;
  }
}
