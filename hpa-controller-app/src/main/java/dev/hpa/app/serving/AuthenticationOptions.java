package dev.hpa.app.serving;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of request authentication.
 *
 * @param kubeconfig of the API server that reviews tokens and publishes the client CAs; if it is
 *     null outside a pod, every token is anonymous
 * @param skipLookup whether the published client CAs are ignored
 * @param tolerateLookupFailure whether the controller starts if they cannot be read
 * @param tokenCacheTtl how long results of TokenReviews are cached; 0 or less disables the cache
 * @param clientAuthority client CAs in PEM, which override the published ones
 * @param frontProxy settings of front proxies
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
   * A proxy that authenticates users and passes their names in headers.
   *
   * @param authority CAs of the proxy's certificate, in PEM; null for the published ones
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
