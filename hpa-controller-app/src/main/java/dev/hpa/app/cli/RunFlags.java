package dev.hpa.app.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureException;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.app.process.RunOptions;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * All flags of {@code hpa run}, by topic. They are validated in the order of
 * kube-controller-manager: feature gates and versions, logging, single values, then files and
 * combinations.
 */
final class RunFlags {

  /** Flags that are validated and have no other effect. */
  private static final Set<String> CHECKED_ONLY =
      Set.of(
          "--enable-leader-migration", "--leader-migration-config", "--min-compatibility-version");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin(name = "Generic")
  private GenericFlags generic = new GenericFlags();

  @Mixin(name = "Autoscaling")
  private ControllerFlags controller = new ControllerFlags();

  @Mixin(name = "Metric providers")
  private ProviderFlags providers = new ProviderFlags();

  @Mixin(name = "Client")
  private ClientFlags client = new ClientFlags();

  @Mixin(name = "Leader election")
  private LeaderElectionFlags leaderElection = new LeaderElectionFlags();

  @Mixin(name = "State")
  private StateFlags state = new StateFlags();

  @Mixin(name = "Secure serving")
  private ServingFlags serving = new ServingFlags();

  @Mixin(name = "Authentication")
  private AuthenticationFlags authentication = new AuthenticationFlags();

  @Mixin(name = "Authorization")
  private AuthorizationFlags authorization = new AuthorizationFlags();

  @Mixin(name = "Metrics")
  private MetricsFlags metrics = new MetricsFlags();

  @Mixin(name = "Dashboard")
  private DashboardFlags dashboard = new DashboardFlags();

  @Mixin(name = "Logging")
  private LoggingFlags logging = new LoggingFlags();

  @Option(
      names = "--debug-address",
      paramLabel = "HOST:PORT",
      description =
          "Serve the debug API for `hpa explain` and `hpa capture` on this address,"
              + " without encryption and authentication, to requests whose Host header is"
              + " localhost or this address (default: off).")
  private @Nullable String debugAddress;

  @Option(
      names = "--version",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = VersionRequest.Converter.class,
      description =
          "Print the emulated Kubernetes version and exit; raw prints all details;"
              + " v1.36.2-SUFFIX overrides the reported version.")
  private VersionRequest version = new VersionRequest("false");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // Read by picocli only.
  private boolean help;

  @SuppressWarnings("NullAway.Init")
  RunFlags() {}

  /**
   * The value of {@code --version}; feature gates and versions are validated first.
   *
   * @throws UsageException if they are invalid
   */
  VersionRequest version() {
    gates(null);
    return version;
  }

  /**
   * The options that the flags set.
   *
   * @param port checks the address of the server
   * @param server the release to emulate beside the API server, unless a flag sets one; null if it
   *     is unknown yet, which allows the feature gates of every release
   * @throws UsageException with a message of one line if a value is invalid
   */
  RunOptions options(PortCheck port, @Nullable KubernetesVersion server) {
    EffectiveVersion emulated = emulated(server);
    FeatureGates gates = gates(server);
    validate(problems -> logging.check(gates, problems));
    validate(problems -> checkTogether(emulated, gates, problems));
    requireUsable(port);
    return new RunOptions(
        generic.enabled(),
        generic.kubeconfig(),
        generic.master(),
        controller.options(gates, emulated.emulated().reproduced()),
        providers.providers(generic.config()),
        client.options(),
        leaderElection.options(),
        leaderElection.shards(),
        state.options(),
        serving.options(),
        authentication.options(),
        authorization.options(),
        metrics.options(),
        logging.options(),
        generic.serviceAccountCredentials(),
        generic.profiling(),
        generic.shutdownTimeout(),
        emulated,
        version.reported(),
        debugAddress == null ? null : address(debugAddress),
        dashboard.history(),
        FlagValues.of(command));
  }

  /** Whether the emulated release is that of the API server. */
  boolean followsServer() {
    return generic.followsServer();
  }

  /** The gates in the emulated release; while it is unknown, in the first that accepts them. */
  private FeatureGates gates(@Nullable KubernetesVersion server) {
    EffectiveVersion emulated = emulated(server);
    if (server != null || !generic.followsServer()) {
      return controller.gates(emulated);
    }
    try {
      return controller.gates(emulated);
    } catch (UsageException oldest) {
      try {
        return controller.gates(EffectiveVersion.of(KubernetesVersion.NEWEST));
      } catch (UsageException newest) {
        throw oldest;
      }
    }
  }

  private EffectiveVersion emulated(@Nullable KubernetesVersion server) {
    try {
      return generic.version(server);
    } catch (FeatureException problem) {
      throw new UsageException(String.valueOf(problem.getMessage()), problem);
    }
  }

  private static void validate(Consumer<Problems> check) {
    Problems problems = new Problems();
    check.accept(problems);
    problems.throwIfAny();
  }

  private void checkTogether(EffectiveVersion emulated, FeatureGates gates, Problems problems) {
    emulated.problems().forEach(problems::add);
    leaderElection.check(problems);
    generic.check(problems);
    controller.check(problems);
    serving.check(problems);
    authentication.check(gates, problems);
    metrics.check(problems);
    dashboard.check(problems, serving.isEnabled());
    FlagsWithoutEffect.check(command, problems);
  }

  private void requireUsable(PortCheck port) {
    if (serving.isEnabled()) {
      serving.createCertificateDirectory();
    }
    generic.requireCluster();
    client.options();
    generic.requireMigrationConfig();
    if (serving.isEnabled()) {
      serving.requireUsable(port);
      authentication.requireUsable();
      authorization.requireUsable();
      serving.requireHttp2CipherSuite();
    }
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, Math.max(0, colon));
    try {
      return new InetSocketAddress(
          host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host,
          Integer.parseInt(text.substring(colon + 1)));
    } catch (IllegalArgumentException failure) {
      throw new UsageException(
          "--debug-address: \""
              + text
              + "\" is not an address; write HOST:PORT, such as 127.0.0.1:10258",
          failure);
    }
  }

  /** The names of provider settings with values on the command line. */
  Stream<String> settingsOnCommandLine() {
    return providers.settingsOnCommandLine();
  }

  /** The given flags that have no effect, with dashes. */
  List<String> givenWithoutEffect() {
    return command.commandLine().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .filter(withoutEffect())
        .sorted()
        .distinct()
        .toList();
  }

  /** Whether a flag, named with dashes, is accepted but ignored. */
  static Predicate<String> withoutEffect() {
    return flag -> FlagsWithoutEffect.NAMES.contains(flag) || CHECKED_ONLY.contains(flag);
  }
}
