package dev.hpa.app.cli;

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
 * All flags of {@code hpa run}, by topic, and their validation in the order of
 * kube-controller-manager: gates and versions, logging, everything together, then what files and
 * settings make of each other.
 */
final class RunFlags {

  /** Flags that are checked and do nothing more. */
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

  @Mixin(name = "Secure serving")
  private ServingFlags serving = new ServingFlags();

  @Mixin(name = "Authentication")
  private AuthenticationFlags authentication = new AuthenticationFlags();

  @Mixin(name = "Authorization")
  private AuthorizationFlags authorization = new AuthorizationFlags();

  @Mixin(name = "Metrics")
  private MetricsFlags metrics = new MetricsFlags();

  @Mixin(name = "Logging")
  private LoggingFlags logging = new LoggingFlags();

  @Option(
      names = "--debug-address",
      paramLabel = "HOST:PORT",
      description =
          "Answer `hpa explain` and `hpa capture` there, unencrypted and open to every caller that"
              + " names localhost or this address in the Host header (off by default).")
  private @Nullable String debugAddress;

  @Option(
      names = "--version",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = VersionRequest.Converter.class,
      description =
          "Print which Kubernetes this decides as, and end; raw prints more, v1.36.2-SUFFIX is reported"
              + " in its place.")
  private VersionRequest version = new VersionRequest("false");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // Of use to picocli alone.
  private boolean help;

  @SuppressWarnings("NullAway.Init")
  RunFlags() {}

  /**
   * What {@code --version} asks for; gates and versions are checked before.
   *
   * @throws UsageException when they are wrong
   */
  VersionRequest version() {
    gates();
    return version;
  }

  /**
   * What the flags ask for.
   *
   * @param port refuses an address that cannot be listened on
   * @throws UsageException with one line when the controller cannot run so
   */
  RunOptions options(PortCheck port) {
    EffectiveVersion emulated = emulated();
    FeatureGates gates = controller.gates(emulated);
    refuse(problems -> logging.check(gates, problems));
    refuse(problems -> checkTogether(emulated, gates, problems));
    requireUsable(port);
    return new RunOptions(
        generic.enabled(),
        generic.kubeconfig(),
        generic.master(),
        controller.options(gates),
        providers.providers(generic.config()),
        client.options(),
        leaderElection.options(),
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
        FlagValues.of(command));
  }

  private FeatureGates gates() {
    return controller.gates(emulated());
  }

  private EffectiveVersion emulated() {
    try {
      return generic.version();
    } catch (FeatureException problem) {
      throw new UsageException(String.valueOf(problem.getMessage()), problem);
    }
  }

  private static void refuse(Consumer<Problems> check) {
    Problems problems = new Problems();
    check.accept(problems);
    problems.refuse();
  }

  private void checkTogether(EffectiveVersion emulated, FeatureGates gates, Problems problems) {
    emulated.problems().forEach(problems::add);
    leaderElection.check(problems);
    generic.check(problems);
    controller.check(problems);
    serving.check(problems);
    authentication.check(gates, problems);
    metrics.check(problems);
    FlagsWithoutEffect.check(command, problems);
  }

  private void requireUsable(PortCheck port) {
    if (serving.served()) {
      serving.prepareFolder();
    }
    generic.requireCluster();
    client.options();
    generic.requireMigrationConfig();
    if (serving.served()) {
      serving.requireUsable(port);
      authentication.requireUsable();
      authorization.requireUsable();
      serving.requireSuitesOfHttp2();
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
          "--debug-address: \"" + text + "\" is no address; write it like 127.0.0.1:10258",
          failure);
    }
  }

  /** The names of provider settings whose values are on the command line. */
  Stream<String> settingsOnCommandLine() {
    return providers.settingsOnCommandLine();
  }

  /** The flags that were given and have no effect here, with dashes, as they were declared. */
  List<String> givenWithoutEffect() {
    return command.commandLine().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .filter(withoutEffect())
        .sorted()
        .distinct()
        .toList();
  }

  /** Whether a flag, named with dashes, is accepted and has no effect here. */
  static Predicate<String> withoutEffect() {
    return flag -> FlagsWithoutEffect.NAMES.contains(flag) || CHECKED_ONLY.contains(flag);
  }
}
