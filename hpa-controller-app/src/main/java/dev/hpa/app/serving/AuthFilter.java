package dev.hpa.app.serving;

import dev.hpa.spi.KubernetesApiException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Authenticates and authorizes requests. */
final class AuthFilter {

  private final Authenticator authenticator;
  private final Authorizer authorizer;
  private final LogLimiter log;

  AuthFilter(Authenticator authenticator, Authorizer authorizer, LogLimiter log) {
    this.authenticator = authenticator;
    this.authorizer = authorizer;
    this.log = log;
  }

  /** The error response; null if the request is authorized. */
  @Nullable PageResponse refuse(Credentials credentials, String method, String path) {
    String verb = method.toLowerCase(Locale.ROOT);
    try {
      User user = authenticator.authenticate(credentials);
      return authorizer.isAllowed(user, verb, path)
          ? null
          : PageResponse.failure(
              403,
              "Forbidden",
              "forbidden: User \"" + user.name() + "\" cannot " + verb + " path \"" + path + "\"");
    } catch (NotAuthenticatedException failure) {
      log.warn("unable to authenticate the request", String.valueOf(failure.getMessage()));
      return PageResponse.failure(401, "Unauthorized", "Unauthorized");
    } catch (TooManyReviewsException tooMany) {
      log.warn("request refused", String.valueOf(tooMany.getMessage()));
      return PageResponse.failure(
          429, "TooManyRequests", "Too many requests, please try again later.");
    } catch (KubernetesApiException failure) {
      log.warn("unable to authorize the request", verb + " " + path + ": " + failure.text());
      return PageResponse.text(
          500, "Internal Server Error: \"" + path + "\": " + failure.text() + "\n");
    }
  }
}
