package dev.hpa.app.serving;

import dev.hpa.spi.KubernetesApiException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets requests in: known callers, to what they may see. */
final class Gate {

  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

  private final Authenticator authenticator;
  private final Authorizer authorizer;

  Gate(Authenticator authenticator, Authorizer authorizer) {
    this.authenticator = authenticator;
    this.authorizer = authorizer;
  }

  /** The refusal; null when the caller may pass. */
  @Nullable Reply refuse(Credentials credentials, String method, String path) {
    String verb = method.toLowerCase(Locale.ROOT);
    try {
      User user = authenticator.authenticate(credentials);
      return authorizer.isAllowed(user, verb, path)
          ? null
          : Reply.failure(
              403,
              "Forbidden",
              "forbidden: User \"" + user.name() + "\" cannot " + verb + " path \"" + path + "\"");
    } catch (NotAuthenticatedException failure) {
      LOG.warn("unable to authenticate the request: {}", failure.getMessage());
      return Reply.failure(401, "Unauthorized", "Unauthorized");
    } catch (KubernetesApiException failure) {
      LOG.warn("nobody can tell who may {} {}: {}", verb, path, failure.text());
      return Reply.text(500, "Internal Server Error: \"" + path + "\": " + failure.text() + "\n");
    }
  }
}
