package dev.hpa.app.cli;

import dev.hpa.app.features.FeatureGates;
import dev.hpa.app.serving.AuthenticationOptions;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.KubeconfigValidation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The flags of request authentication. */
final class AuthenticationFlags extends FlagGroup {

  private final Flag<String> kubeconfig =
      text(
          "authentication-kubeconfig",
          "FILE",
          "Kubeconfig of the cluster for TokenReviews and client CAs; without it, outside"
              + " a pod, every token is anonymous.");

  private final Flag<Boolean> skipLookup =
      bool(
          "authentication-skip-lookup",
          false,
          "Do not read the client CAs that the cluster publishes.");

  private final Flag<Boolean> tolerateLookupFailure =
      bool(
          "authentication-tolerate-lookup-failure",
          false,
          "Start even if the client CAs cannot be read; all requests may then be" + " anonymous.");

  private final Flag<Duration> tokenCacheTtl =
      duration(
          "authentication-token-webhook-cache-ttl",
          "10s",
          "How long results of TokenReviews are cached (default: ${DEFAULT-VALUE}).");

  private final Flag<String> clientAuthority =
      text(
          "client-ca-file",
          "FILE",
          "CAs of client certificates; overrides the published CAs. The common name is"
              + " the user, the organizations are the groups.");

  private final Flag<String> proxyAuthority =
      text(
          "requestheader-client-ca-file",
          "FILE",
          "CAs of the client certificates of front proxies, which may set the user by"
              + " request headers.");

  private final Flag<List<String>> allowedNames =
      csv(
          "requestheader-allowed-names",
          "NAME,...",
          "Common names allowed in client certificates of front proxies; empty allows" + " any.");

  private final Flag<List<String>> usernameHeaders =
      flag(
          "requestheader-username-headers",
          "HEADER,...",
          FlagTypes.CSV,
          "x-remote-user",
          "Request headers with the user name, set by a front proxy (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<List<String>> groupHeaders =
      flag(
          "requestheader-group-headers",
          "HEADER,...",
          FlagTypes.CSV,
          "x-remote-group",
          "Request headers with the groups, set by a front proxy (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<List<String>> uidHeaders =
      csv(
          "requestheader-uid-headers",
          "HEADER,...",
          "Request headers with the UID of the user, set by a front proxy; must include"
              + " x-remote-uid.");

  private final Flag<List<String>> extraHeaderPrefixes =
      flag(
          "requestheader-extra-headers-prefix",
          "PREFIX,...",
          FlagTypes.CSV,
          "x-remote-extra-",
          "Prefixes of request headers with extra user attributes, set by a front proxy"
              + " (default: ${DEFAULT-VALUE}).");

  /** Adds the values that are invalid. */
  void check(FeatureGates gates, Problems problems) {
    requireNoBlank("requestheader-username-headers", usernameHeaders.get(), problems);
    requireNoBlank("requestheader-group-headers", groupHeaders.get(), problems);
    requireNoBlank("requestheader-extra-headers-prefix", extraHeaderPrefixes.get(), problems);
    requireNoBlank("requestheader-allowed-names", allowedNames.get(), problems);
    List<String> uids = uidHeaders.get();
    if (!gates.enabled("RemoteRequestHeaderUID")) {
      if (!uids.isEmpty()) {
        problems.add(
            "--requestheader-uid-headers requires the \"RemoteRequestHeaderUID\" feature to be"
                + " enabled");
      }
      return;
    }
    requireNoBlank("requestheader-uid-headers", uidHeaders.get(), problems);
    if (!uids.isEmpty() && uids.stream().noneMatch("x-remote-uid"::equalsIgnoreCase)) {
      problems.add(
          "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header -"
              + " API aggregation will not work");
    }
  }

  private static void requireNoBlank(String flag, List<String> values, Problems problems) {
    if (values.stream().anyMatch(String::isBlank)) {
      problems.add("empty value in \"" + flag + "\"");
    }
  }

  /** Rejects an unusable kubeconfig or file. */
  void requireUsable() {
    try {
      if (!kubeconfig.get().isEmpty()) {
        KubeconfigValidation.requireUsable(kubeconfig.get(), "");
      }
    } catch (KubeconfigException failure) {
      String why = "failed to get delegated authentication kubeconfig: ";
      // Kubernetes repeats the prefix too; scripts may match the whole text.
      throw new UsageException(why + why + failure.getMessage(), failure);
    }
    requireAuthorities(
        "client-ca-bundle", clientAuthority.get(), "unable to load client CA provider: ");
    requireAuthorities(
        "request-header",
        proxyAuthority.get(),
        "unable to create request header authentication config: ");
  }

  private static void requireAuthorities(String bundle, String file, String why) {
    try {
      if (!file.isEmpty()) {
        FlagFiles.requireAuthorities(bundle, file);
      }
    } catch (IOException failure) {
      throw new UsageException(why + failure.getMessage(), failure);
    }
  }

  /** The options that these flags set. */
  AuthenticationOptions options() {
    return new AuthenticationOptions(
        FlagFiles.path(kubeconfig.get()),
        skipLookup.get(),
        tolerateLookupFailure.get(),
        tokenCacheTtl.get(),
        FlagFiles.path(clientAuthority.get()),
        new AuthenticationOptions.FrontProxy(
            FlagFiles.path(proxyAuthority.get()),
            allowedNames.get(),
            usernameHeaders.get(),
            groupHeaders.get(),
            uidHeaders.get(),
            extraHeaderPrefixes.get()));
  }
}
