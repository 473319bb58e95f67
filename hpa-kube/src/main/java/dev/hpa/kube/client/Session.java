package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
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
 * @param base the address as OkHttp parses it
 * @param since time of reading, in the time of the connection's timeline
 * @param written modification time of the file that was read
 */
record Session(
    ClusterAccess access,
    URI address,
    HttpUrl base,
    OkHttpClient calls,
    OkHttpClient watches,
    Instant since,
    @Nullable FileTime written) {

  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  static Session open(CredentialSource credentials, Timeline timeline, CallListeners listeners)
      throws KubeconfigException {
    FileTime written = credentials.written();
    ClusterAccess access = credentials.access(timeline::now);
    URI address = URI.create(access.server());
    OkHttpClient calls =
        access
            .client()
            .newBuilder()
            .readTimeout(READ_TIMEOUT)
            .addNetworkInterceptor(SendCheck::intercept)
            .eventListenerFactory(CallEvents.to(listeners, timeline, address.getAuthority()))
            .build();
    // The server ends a watch at its timeout; pings detect a dead connection. Separate connections:
    // a failure that breaks the connection of a call must not end the watches as well.
    OkHttpClient watches =
        calls.newBuilder().readTimeout(Duration.ZERO).connectionPool(new ConnectionPool()).build();
    HttpUrl base = HttpUrl.get(access.server());
    return new Session(access, address, base, calls, watches, timeline.now(), written);
  }

  /** Whether the credentials have expired. */
  boolean isExpired(Timeline timeline) {
    Instant expires = access.expires();
    return expires != null && timeline.wall().isAfter(expires);
  }

  /**
   * The URL of a request target. The path is appended, not resolved: a path that starts with two
   * slashes would name another host, which would receive the credentials.
   */
  HttpUrl url(String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    String above = base.encodedPath();
    String root = above.endsWith("/") ? above.substring(0, above.length() - 1) : above;
    return base.newBuilder()
        .encodedPath(root + path)
        .encodedQuery(query < 0 ? null : target.substring(query + 1))
        .build();
  }

  void close() {
    calls.dispatcher().cancelAll();
    watches.dispatcher().cancelAll();
    calls.dispatcher().executorService().shutdown();
    calls.connectionPool().evictAll();
    watches.connectionPool().evictAll();
  }
}
