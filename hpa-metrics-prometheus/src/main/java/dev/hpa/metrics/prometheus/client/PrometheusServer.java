package dev.hpa.metrics.prometheus.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Prometheus server, or another one with its query API: Thanos, Mimir, Cortex, VictoriaMetrics.
 *
 * @param address the URL without {@code /api/v1}
 * @param login what requests are authorized with
 * @param tls the files of certificates
 * @param headers further headers of each request, by name
 * @param isGet whether queries are sent with GET instead of POST
 */
public record PrometheusServer(
    URI address, PrometheusLogin login, TlsFiles tls, Map<String, String> headers, boolean isGet) {

  private static final Set<String> SCHEMES = Set.of("http", "https");

  /**
   * PEM files, which are read once.
   *
   * @param authorities the certificate authorities; null for those of the JVM
   * @param certificate the certificate of this client; null for none
   * @param key the key of the certificate; null for none
   */
  public record TlsFiles(
      @Nullable Path authorities, @Nullable Path certificate, @Nullable Path key) {

    /** The authorities of the JVM, and no certificate of this client. */
    public static final TlsFiles DEFAULT = new TlsFiles(null, null, null);
  }

  /**
   * A server without a client certificate and further headers.
   *
   * @param tokenFile a file with the bearer token; null for none
   * @param caFile the PEM file of the certificate authorities; null for those of the JVM
   */
  public static PrometheusServer of(URI address, @Nullable Path tokenFile, @Nullable Path caFile) {
    return new PrometheusServer(
        address,
        new PrometheusLogin.OfFiles(tokenFile, null),
        new TlsFiles(caFile, null, null),
        Map.of(),
        false);
  }

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
