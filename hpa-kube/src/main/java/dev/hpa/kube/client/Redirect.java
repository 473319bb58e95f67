package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Redirects of GET requests, which client-go follows as any client of Go does. Unlike client-go,
 * only those within the server are followed: another one would receive the credentials.
 */
final class Redirect {

  /** As in Go. */
  static final int MOST = 10;

  private static final Set<Integer> CODES = Set.of(301, 302, 303, 307, 308);

  private Redirect() {}

  /**
   * The request that a response redirects to; null if it does not redirect.
   *
   * @param session that the request was sent with
   * @throws IOException if it redirects to another server
   */
  static @Nullable ApiRequest of(ApiRequest request, TransportResponse response, Session session)
      throws IOException {
    String location = response.header("Location");
    if (!CODES.contains(response.code())
        || !request.method().equals("GET")
        || location == null
        || location.isEmpty()) {
      return null;
    }
    HttpUrl from = session.url(request.target());
    HttpUrl to = from.resolve(location);
    String target = to == null || !isSameServer(from, to) ? null : session.target(to);
    if (target == null) {
      throw new IOException(
          "the server redirects to \"%s\", which is another server; correct its address"
              .formatted(to == null ? location : to.newBuilder().query(null).build()));
    }
    return new ApiRequest(
        "GET", target, Map.of(), request.subject(), request.responseFormat(), null, null);
  }

  private static boolean isSameServer(HttpUrl from, HttpUrl to) {
    return from.scheme().equals(to.scheme())
        && from.host().equals(to.host())
        && from.port() == to.port();
  }
}
