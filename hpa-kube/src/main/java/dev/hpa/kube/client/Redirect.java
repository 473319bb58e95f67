package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Redirects of GET requests, which client-go follows as any client of Go does. Unlike client-go,
 * only those within the server are followed: another one would receive the credentials.
 */
final class Redirect {

  /** As in Go. */
  static final int MAX_REDIRECTS = 10;

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
    URI to = session.address().redirected(request.target(), location);
    String target = to == null ? null : session.address().target(to);
    if (target == null) {
      throw new IOException(
          "the server redirects to \"%s\", which is another server; correct its address"
              .formatted(
                  ProxyAddress.masked((to == null ? location : "" + to).split("[?#]", 2)[0])));
    }
    return new ApiRequest(
        "GET", target, Map.of(), request.subject(), request.responseFormat(), null, null);
  }
}
