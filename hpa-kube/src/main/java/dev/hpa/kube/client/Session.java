package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The credentials as read at one time and the HTTP clients that use them. Watches have their own
 * connections.
 *
 * @param address address of the server
 * @param host host and port of the address, as metric labels show them
 * @param base the address as OkHttp parses it
 * @param calls sends calls other than watches
 * @param since time of reading, in the time of the connection's timeline
 * @param written modification time of the file that was read
 */
record Session(
    ClusterAccess access,
    URI address,
    String host,
    HttpUrl base,
    CallSender calls,
    OkHttpClient watches,
    Instant since,
    @Nullable FileTime written) {

  /**
   * The read timeout of watches, in real time: longer than a reflector leaves an idle one open, so
   * that it ends nothing but the wait for a proxy or a response whose cancellation was lost.
   */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(3);

  static Session open(CredentialSource credentials, Timeline timeline) throws KubeconfigException {
    FileTime written = credentials.written();
    ClusterAccess access = credentials.access(timeline::now);
    URI address = URI.create(access.server());
    HttpUrl base = HttpUrl.get(access.server());
    ServerSockets sockets = access.clients().sockets();
    CallSender calls =
        sockets == null || hasSystemProxy(address)
            ? new OkHttpCalls(access.clients().http(), target -> url(base, target))
            : new DirectCalls(sockets, base, target -> pathAndQuery(base, target));
    // The server ends a watch at its timeout; pings detect a dead connection. Separate connections:
    // a failure that breaks the connection of a call must not end the watches as well.
    OkHttpClient watches =
        access
            .clients()
            .http()
            .newBuilder()
            .readTimeout(LONGEST_SILENCE)
            .followRedirects(false)
            .connectionPool(new ConnectionPool())
            .build();
    return new Session(
        access,
        address,
        address.getAuthority().replaceFirst("^.*@", ""),
        base,
        calls,
        watches,
        timeline.now(),
        written);
  }

  /** Whether Java's properties name a proxy for an address. */
  private static boolean hasSystemProxy(URI address) {
    ProxySelector system = ProxySelector.getDefault();
    try {
      return system != null
          && system.select(address).stream().anyMatch(each -> each.type() == Proxy.Type.HTTP);
    } catch (IllegalArgumentException noHost) {
      return false;
    }
  }

  /** Whether the credentials have expired. */
  boolean isExpired(Timeline timeline) {
    Instant expires = access.expires();
    return expires != null && timeline.wall().isAfter(expires);
  }

  /** The URL of a request target. */
  HttpUrl url(String target) {
    return url(base, target);
  }

  /**
   * The path is appended, not resolved: a path that starts with two slashes would name another
   * host, which would receive the credentials.
   */
  private static HttpUrl url(HttpUrl base, String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    return base.newBuilder()
        .encodedPath(root(base) + path)
        .encodedQuery(query < 0 ? null : target.substring(query + 1))
        .build();
  }

  /** The target of a URL of this server; null if it is outside of the server's path. */
  @Nullable String target(HttpUrl url) {
    String path = url.encodedPath();
    String query = url.encodedQuery();
    return path.startsWith(root(base) + "/")
        ? path.substring(root(base).length()) + (query == null ? "" : "?" + query)
        : null;
  }

  private static String root(HttpUrl base) {
    String above = base.encodedPath();
    return above.endsWith("/") ? above.substring(0, above.length() - 1) : above;
  }

  /** The same without parsing the URL, if there is nothing to escape or to resolve. */
  private static String pathAndQuery(HttpUrl base, String target) {
    if (target.startsWith("/") && !target.contains("/.") && isPlain(target)) {
      return root(base) + target;
    }
    HttpUrl url = url(base, target);
    String query = url.encodedQuery();
    return url.encodedPath() + (query == null ? "" : "?" + query);
  }

  /** A loop: as a stream it took 1 % of the CPU of a period with 1,000 autoscalers. */
  private static boolean isPlain(String target) {
    for (int i = 0; i < target.length(); i++) {
      if (!isPlain(target.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || "/-._~%?&=+,:!()*".indexOf(character) >= 0;
  }

  void close() {
    calls.close();
    watches.dispatcher().cancelAll();
    watches.dispatcher().executorService().shutdown();
    watches.connectionPool().evictAll();
  }
}
