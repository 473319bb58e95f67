package dev.hpa.app.cli;

import dev.hpa.app.features.FeatureGates;
import dev.hpa.app.serving.AuthenticationOptions;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.KubeconfigValidation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags of request authentication. */
final class AuthenticationFlags {

  @Option(
      names = "--authentication-kubeconfig",
      paramLabel = "FILE",
      description =
          "Kubeconfig of the cluster for TokenReviews and client CAs; without it, outside"
              + " a pod, every token is anonymous.")
  private String kubeconfig = "";

  @Option(
      names = "--authentication-skip-lookup",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description = "Do not read the client CAs that the cluster publishes.")
  private boolean skipLookup;

  @Option(
      names = "--authentication-tolerate-lookup-failure",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description =
          "Start even if the client CAs cannot be read; all requests may then be" + " anonymous.")
  private boolean tolerateLookupFailure;

  @Option(
      names = "--authentication-token-webhook-cache-ttl",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description = "How long results of TokenReviews are cached (default: ${DEFAULT-VALUE}).")
  private Duration tokenCacheTtl = Duration.ofSeconds(10);

  @Option(
      names = "--client-ca-file",
      paramLabel = "FILE",
      description =
          "CAs of client certificates; overrides the published CAs. The common name is"
              + " the user, the organizations are the groups.")
  private String clientAuthority = "";

  @Option(
      names = "--requestheader-client-ca-file",
      paramLabel = "FILE",
      description =
          "CAs of the client certificates of front proxies, which may set the user by"
              + " request headers.")
  private String proxyAuthority = "";

  @Option(
      names = "--requestheader-allowed-names",
      paramLabel = "NAME,...",
      converter = Csv.Converter.class,
      description =
          "Common names allowed in client certificates of front proxies; empty allows" + " any.")
  private List<Csv> allowedNames = new ArrayList<>();

  @Option(
      names = "--requestheader-username-headers",
      paramLabel = "HEADER,...",
      converter = Csv.Converter.class,
      defaultValue = "x-remote-user",
      description =
          "Request headers with the user name, set by a front proxy (default:"
              + " ${DEFAULT-VALUE}).")
  private List<Csv> usernameHeaders = new ArrayList<>();

  @Option(
      names = "--requestheader-group-headers",
      paramLabel = "HEADER,...",
      converter = Csv.Converter.class,
      defaultValue = "x-remote-group",
      description =
          "Request headers with the groups, set by a front proxy (default:" + " ${DEFAULT-VALUE}).")
  private List<Csv> groupHeaders = new ArrayList<>();

  @Option(
      names = "--requestheader-uid-headers",
      paramLabel = "HEADER,...",
      converter = Csv.Converter.class,
      description =
          "Request headers with the UID of the user, set by a front proxy; must include"
              + " x-remote-uid.")
  private List<Csv> uidHeaders = new ArrayList<>();

  @Option(
      names = "--requestheader-extra-headers-prefix",
      paramLabel = "PREFIX,...",
      converter = Csv.Converter.class,
      defaultValue = "x-remote-extra-",
      description =
          "Prefixes of request headers with extra user attributes, set by a front proxy"
              + " (default: ${DEFAULT-VALUE}).")
  private List<Csv> extraHeaderPrefixes = new ArrayList<>();

  /** Adds the values that are invalid. */
  void check(FeatureGates gates, Problems problems) {
    requireNoBlank("requestheader-username-headers", usernameHeaders, problems);
    requireNoBlank("requestheader-group-headers", groupHeaders, problems);
    requireNoBlank("requestheader-extra-headers-prefix", extraHeaderPrefixes, problems);
    requireNoBlank("requestheader-allowed-names", allowedNames, problems);
    List<String> uids = Csv.items(uidHeaders);
    if (!gates.enabled("RemoteRequestHeaderUID")) {
      if (!uids.isEmpty()) {
        problems.add(
            "--requestheader-uid-headers requires the \"RemoteRequestHeaderUID\" feature to be"
                + " enabled");
      }
      return;
    }
    requireNoBlank("requestheader-uid-headers", uidHeaders, problems);
    if (!uids.isEmpty() && uids.stream().noneMatch("x-remote-uid"::equalsIgnoreCase)) {
      problems.add(
          "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header -"
              + " API aggregation will not work");
    }
  }

  private static void requireNoBlank(String flag, List<Csv> values, Problems problems) {
    if (Csv.items(values).stream().anyMatch(String::isBlank)) {
      problems.add("empty value in \"" + flag + "\"");
    }
  }

  /** Rejects an unusable kubeconfig or file. */
  void requireUsable() {
    try {
      if (!kubeconfig.isEmpty()) {
        KubeconfigValidation.requireUsable(kubeconfig, "");
      }
    } catch (KubeconfigException failure) {
      String why = "failed to get delegated authentication kubeconfig: ";
      // Kubernetes repeats the prefix too; scripts may match the whole text.
      throw new UsageException(why + why + failure.getMessage(), failure);
    }
    requireAuthorities(clientAuthority, "unable to load client CA provider: ");
    requireAuthorities(proxyAuthority, "unable to create request header authentication config: ");
  }

  private static void requireAuthorities(String file, String why) {
    try {
      if (!file.isEmpty()) {
        FlagFiles.requireAuthorities(file);
      }
    } catch (IOException failure) {
      throw new UsageException(why + failure.getMessage(), failure);
    }
  }

  /** The options that these flags set. */
  AuthenticationOptions options() {
    return new AuthenticationOptions(
        FlagFiles.path(kubeconfig),
        skipLookup,
        tolerateLookupFailure,
        tokenCacheTtl,
        FlagFiles.path(clientAuthority),
        new AuthenticationOptions.FrontProxy(
            FlagFiles.path(proxyAuthority),
            Csv.items(allowedNames),
            Csv.items(usernameHeaders),
            Csv.items(groupHeaders),
            Csv.items(uidHeaders),
            Csv.items(extraHeaderPrefixes)));
  }
}
