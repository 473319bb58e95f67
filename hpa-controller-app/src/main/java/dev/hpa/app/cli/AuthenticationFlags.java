package dev.hpa.app.cli;

import dev.hpa.app.features.FeatureGates;
import dev.hpa.app.serving.AuthenticationOptions;
import dev.hpa.kube.client.KubeconfigValidation;
import dev.hpa.kube.client.KubeconfigException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How callers of the served port say who they are. */
final class AuthenticationFlags {

  @Option(
      names = "--authentication-kubeconfig",
      paramLabel = "FILE",
      description =
          "The cluster that reviews tokens and publishes the authorities of client certificates;"
              + " without it, outside a pod, every token is anonymous.")
  private String kubeconfig = "";

  @Option(
      names = "--authentication-skip-lookup",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description = "Leave the authorities the cluster publishes unread.")
  private boolean skipLookup;

  @Option(
      names = "--authentication-tolerate-lookup-failure",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description =
          "Start although the authorities cannot be read; everybody may be anonymous then.")
  private boolean tolerateLookupFailure;

  @Option(
      names = "--authentication-token-webhook-cache-ttl",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description = "How long a good token is not reviewed again (default: ${DEFAULT-VALUE}).")
  private Duration tokenCacheTtl = Duration.ofSeconds(10);

  @Option(
      names = "--client-ca-file",
      paramLabel = "FILE",
      description =
          "Authorities of client certificates, in place of those published: the common name is the"
              + " user, the organizations are the groups.")
  private String clientAuthority = "";

  @Option(
      names = "--requestheader-client-ca-file",
      paramLabel = "FILE",
      description =
          "Authorities of a proxy's certificate; a proxy may speak for others by headers.")
  private String proxyAuthority = "";

  @Option(
      names = "--requestheader-allowed-names",
      paramLabel = "NAME,...",
      converter = Csv.Converter.class,
      description = "Common names a proxy's certificate may have; none for any.")
  private List<Csv> allowedNames = new ArrayList<>();

  @Option(
      names = "--requestheader-username-headers",
      paramLabel = "HEADER,...",
      converter = Csv.Converter.class,
      defaultValue = "x-remote-user",
      description = "Headers in which a proxy names the user (default: ${DEFAULT-VALUE}).")
  private List<Csv> usernameHeaders = new ArrayList<>();

  @Option(
      names = "--requestheader-group-headers",
      paramLabel = "HEADER,...",
      converter = Csv.Converter.class,
      defaultValue = "x-remote-group",
      description = "Headers in which a proxy names the groups (default: ${DEFAULT-VALUE}).")
  private List<Csv> groupHeaders = new ArrayList<>();

  @Option(
      names = "--requestheader-uid-headers",
      paramLabel = "HEADER,...",
      converter = Csv.Converter.class,
      description =
          "Headers in which a proxy names the user's UID; x-remote-uid has to be among them.")
  private List<Csv> uidHeaders = new ArrayList<>();

  @Option(
      names = "--requestheader-extra-headers-prefix",
      paramLabel = "PREFIX,...",
      converter = Csv.Converter.class,
      defaultValue = "x-remote-extra-",
      description =
          "Beginnings of headers in which a proxy says more of the user (default:"
              + " ${DEFAULT-VALUE}).")
  private List<Csv> extraHeaderPrefixes = new ArrayList<>();

  /** What is wrong at first sight. */
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

  /** Refuses what cannot be served with. */
  void requireUsable() {
    try {
      if (!kubeconfig.isEmpty()) {
        KubeconfigValidation.requireUsable(kubeconfig, "");
      }
    } catch (KubeconfigException failure) {
      String why = "failed to get delegated authentication kubeconfig: ";
      // Twice, as Kubernetes says it: scripts look for the whole text.
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

  /** The options these flags stand for. */
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
