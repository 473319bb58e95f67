package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.content.ContentType;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Connects to a server that is not reached over a network. */
public final class GivenConnection {

  private GivenConnection() {}

  /**
   * A connection.
   *
   * @param calls sends the calls; closed with the connection, and retired whenever the credentials
   *     are read again
   * @param server its URL, for messages
   * @param token the bearer token
   */
  public static ClusterConnection open(
      CallSender calls, String server, String token, Timeline timeline, ContentType contentType)
      throws KubeconfigException {
    ServerAddress address = Objects.requireNonNull(ServerAddress.parse(server));
    return ClusterConnection.open(new Given(calls, address, token), timeline, contentType);
  }

  private record Given(CallSender calls, ServerAddress server, String token)
      implements CredentialSource {

    @Override
    public ClusterAccess access(InstantSource clock) {
      return new ClusterAccess(
          server, calls, Authorization.bearer(token), Impersonation.NONE, null);
    }

    @Override
    public CredentialSource anonymous() {
      throw new UnsupportedOperationException("service accounts");
    }

    @Override
    public @Nullable FileTime written() {
      return null;
    }
  }
}
