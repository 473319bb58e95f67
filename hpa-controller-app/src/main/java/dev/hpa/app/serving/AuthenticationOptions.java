package dev.hpa.app.serving;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How callers of the served port say who they are.
 *
 * @param kubeconfig of the API server that reviews tokens and publishes the client authorities;
 *     null outside a pod: every token is anonymous
 * @param skipLookup whether the published client authorities are left unread
 * @param tolerateLookupFailure whether the controller starts although they cannot be read
 * @param tokenCacheTtl how long a good token is not reviewed again; zero or less for reviewing each
 *     time
 * @param clientAuthority certificates that sign those of clients, in PEM, in place of the published
 * @param frontProxy who may speak for others
 */
public record AuthenticationOptions(
    @Nullable Path kubeconfig,
    boolean skipLookup,
    boolean tolerateLookupFailure,
    Duration tokenCacheTtl,
    @Nullable Path clientAuthority,
    FrontProxy frontProxy) {

  /** Upstream's defaults. */
  public static final AuthenticationOptions DEFAULTS =
      new AuthenticationOptions(
          null, false, false, Duration.ofSeconds(10), null, FrontProxy.DEFAULTS);

  /**
   * A proxy that has authenticated the caller and names him in headers.
   *
   * @param authority certificates that sign the proxy's, in PEM; null for those published
   * @param allowedNames common names of the proxy's certificate; empty for any
   */
  public record FrontProxy(
      @Nullable Path authority,
      List<String> allowedNames,
      List<String> usernameHeaders,
      List<String> groupHeaders,
      List<String> uidHeaders,
      List<String> extraHeaderPrefixes) {

    /** Upstream's defaults. */
    public static final FrontProxy DEFAULTS =
        new FrontProxy(
            null,
            List.of(),
            List.of("x-remote-user"),
            List.of("x-remote-group"),
            List.of(),
            List.of("x-remote-extra-"));

    public FrontProxy {
      allowedNames = List.copyOf(allowedNames);
      usernameHeaders = List.copyOf(usernameHeaders);
      groupHeaders = List.copyOf(groupHeaders);
      uidHeaders = List.copyOf(uidHeaders);
      extraHeaderPrefixes = List.copyOf(extraHeaderPrefixes);
    }
  }
}
