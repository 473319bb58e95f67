package dev.hpa.controller.forecast;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Prometheus server, or another one with its query API.
 *
 * @param address the URL without {@code /api/v1/query_range}
 * @param tokenFile a file with the bearer token, read for each request; null for none
 * @param caFile the PEM file of the certificate authorities; null for those of the JVM
 */
public record PrometheusServer(URI address, @Nullable Path tokenFile, @Nullable Path caFile) {

  private static final Set<String> SCHEMES = Set.of("http", "https");

  /**
   * Parses an address.
   *
   * @throws IllegalArgumentException if it is not usable; the message does not contain it, because
   *     it may contain a password
   */
  public static URI address(String text) {
    URI uri = uri(text.replaceFirst("/+$", ""));
    if (uri == null
        || uri.getScheme() == null
        || !SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
        || uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getQuery() != null
        || uri.getFragment() != null) {
      throw new IllegalArgumentException(
          "the URL is invalid; use http or https with a host, and without user, query and"
              + " fragment");
    }
    return uri;
  }

  private static @Nullable URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException malformed) {
      return null;
    }
  }
}
