package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The credentials as read at one time, and what sends calls with them.
 *
 * @param since time of reading, in the time of the connection's timeline
 * @param written modification time of the file that was read
 */
record Session(ClusterAccess access, Instant since, @Nullable FileTime written) {

  static Session open(CredentialSource credentials, Timeline timeline) throws KubeconfigException {
    FileTime written = credentials.written();
    return new Session(credentials.access(timeline::now), timeline.now(), written);
  }

  ServerAddress address() {
    return access.server();
  }

  CallSender calls() {
    return access.calls();
  }

  /** Whether the credentials have expired. */
  boolean isExpired(Timeline timeline) {
    Instant expires = access.expires();
    return expires != null && timeline.wall().isAfter(expires);
  }

  void close() {
    access.calls().close();
  }
}
