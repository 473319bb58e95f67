package dev.hpa.app.serving;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a request.
 *
 * @param certificates the client certificate chain, leaf first; empty if there is none
 * @param headers returns all values of a header by its case-insensitive name; empty if it is absent
 */
record Credentials(
    List<X509Certificate> certificates,
    Function<String, List<String>> headers,
    List<String> headerNames) {

  private static final String BEARER = "bearer ";

  /** The bearer token; null if there is none. */
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
