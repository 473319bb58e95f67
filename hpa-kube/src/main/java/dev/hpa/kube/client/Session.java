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
 * The credentials of one reading of the files, and the connections made with them: those of watches
 * are theirs alone.
 *
 * @param address of the server
 * @param base the same as requests need it, taken apart once for all of them
 * @param since when they were read, on the connection's timeline
 * @param written when the file that was read had been written
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
            .eventListenerFactory(CallEvents.to(listeners, timeline, address.getAuthority()))
            .build();
    // The server ends a watch when its time is over; a dead connection is found by pings. What
    // breaks the connection of an answer must not blind the controller as well.
    OkHttpClient watches =
        calls.newBuilder().readTimeout(Duration.ZERO).connectionPool(new ConnectionPool()).build();
    HttpUrl base = HttpUrl.get(access.server());
    return new Session(access, address, base, calls, watches, timeline.now(), written);
  }

  /** Whether the credentials have reached the end of their life. */
  boolean isExpired(Timeline timeline) {
    Instant expires = access.expires();
    return expires != null && timeline.wall().isAfter(expires);
  }

  /**
   * The address of something on the server, whatever its path looks like: one with two slashes in
   * front, resolved as a link, would name another host, and the credentials would go there.
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
