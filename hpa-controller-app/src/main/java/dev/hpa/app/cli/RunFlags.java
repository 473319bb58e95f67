package dev.hpa.app.cli;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureException;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.app.process.RunOptions;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All flags of {@code hpa run}, by topic. They are validated in the order of
 * kube-controller-manager: feature gates and versions, logging, single values, then files and
 * combinations.
 */
final class RunFlags {

  /** Flags that are validated and have no other effect. */
  private static final Set<String> CHECKED_ONLY =
      Set.of("enable-leader-migration", "leader-migration-config", "min-compatibility-version");

  /** The name of the flag for help. */
  static final String HELP = "help";

  private final Map<String, List<Flag<?>>> topics = new LinkedHashMap<>();
  private final GenericFlags generic = topic("Generic", new GenericFlags());
  private final ControllerFlags controller = topic("Autoscaling", new ControllerFlags());
  private final ProviderFlags providers = topic("Metric providers", new ProviderFlags());
  private final ClientFlags client = topic("Client", new ClientFlags());
  private final LeaderElectionFlags leaderElection =
      topic("Leader election", new LeaderElectionFlags());
  private final StateFlags state = topic("State", new StateFlags());
  private final ServingFlags serving = topic("Secure serving", new ServingFlags());
  private final AuthenticationFlags authentication =
      topic("Authentication", new AuthenticationFlags());
  private final AuthorizationFlags authorization = topic("Authorization", new AuthorizationFlags());
  private final MetricsFlags metrics = topic("Metrics", new MetricsFlags());
  private final DashboardFlags dashboard = topic("Dashboard", new DashboardFlags());
  private final LoggingFlags logging = topic("Logging", new LoggingFlags());
  private final FlagsWithoutEffect withoutEffect = new FlagsWithoutEffect();
  private final FlagGroup others = new FlagGroup();

  private final Flag<String> debugAddress =
      others.text(
          "debug-address",
          "HOST:PORT",
          "Serve the debug API for `hpa explain` and `hpa capture` on this address,"
              + " without encryption and authentication, to requests whose Host header is"
              + " localhost or this address (default: off).");

  private final Flag<VersionRequest> version =
      others.add(
          Flag.of(
                  "version",
                  "BOOL",
                  VersionRequest::parse,
                  "false",
                  "Print the emulated Kubernetes version and exit; raw prints all details;"
                      + " VERSION-SUFFIX overrides the reported version.")
              .attached());

  private final Flag<Boolean> help =
      others.add(
          Flag.of(HELP, "", FlagTypes.BOOL, "false", "Show this help message and exit.")
              .attached()
              .orLetter('h'));

  private final Flag<Boolean> stackTraces =
      others.toggle("stack-traces", "Print the stack trace of errors.");

  private final FlagSet all;

  /**
   * @param program the name of the program in error messages, such as {@code hpa run}
   */
  RunFlags(String program) {
    withoutEffect.all().stream()
        .filter(flag -> !FlagsWithoutEffect.OF_OTHERS.contains(flag.name()))
        .forEach(others::add);
    topics.put("Others", others.all());
    List<Flag<?>> flags = new ArrayList<>();
    topics.values().forEach(flags::addAll);
    withoutEffect.all().stream()
        .filter(flag -> FlagsWithoutEffect.OF_OTHERS.contains(flag.name()))
        .forEach(flags::add);
    this.all = new FlagSet(program, flags);
  }

  /** The flags by topic, without those of other controllers. */
  Map<String, List<Flag<?>>> topics() {
    return topics;
  }

  private <G extends FlagGroup> G topic(String name, G flags) {
    topics.put(name, flags.all());
    return flags;
  }

  /** All flags. */
  FlagSet all() {
    return all;
  }

  /** Whether help is asked for. */
  boolean asksForHelp() {
    return help.get();
  }

  /** Whether errors are reported with their stack traces. */
  boolean stackTraces() {
    return stackTraces.get();
  }

  /**
   * The value of {@code --version}; it, feature gates and versions are validated first.
   *
   * @param server the release to emulate beside the API server, unless a flag sets one; null if it
   *     is unknown yet, which allows the versions of every release
   * @throws UsageException if they are invalid
   */
  VersionRequest version(@Nullable KubernetesVersion server) {
    requireVersion(possible(server));
    gates(server);
    return version.get();
  }

  /** The line that {@code --version} prints; names the default release while it is unknown. */
  String versionLine() {
    return version.get().line(possible(null).getFirst());
  }

  private void requireVersion(List<KubernetesVersion> releases) {
    String problem = version.get().problem(releases);
    if (problem != null) {
      throw new UsageException(problem);
    }
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
    validate(problems -> checkTogether(emulated, gates, possible(server), problems));
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
        version.get().reported(emulated.emulated().reproduced()),
        debugAddress.get().isEmpty() ? null : address(debugAddress.get()),
        dashboard.history(),
        FlagValues.of(all));
  }

  /** The emulated release; while it is unknown, all of them, the default first. */
  private List<KubernetesVersion> possible(@Nullable KubernetesVersion server) {
    return server == null && generic.followsServer()
        ? Arrays.stream(KubernetesVersion.values())
            .sorted(Comparator.comparing(each -> each != KubernetesVersion.DEFAULT))
            .toList()
        : List.of(emulated(server).emulated().reproduced());
  }

  /** Whether the emulated release is that of the API server. */
  boolean followsServer() {
    return generic.followsServer();
  }

  /** The gates in the emulated release; while it is unknown, in the first that accepts them. */
  private FeatureGates gates(@Nullable KubernetesVersion server) {
    UsageException refused = null;
    for (KubernetesVersion each : possible(server)) {
      try {
        return controller.gates(emulated(each));
      } catch (UsageException problem) {
        refused = refused == null ? problem : refused;
      }
    }
    throw Objects.requireNonNull(refused);
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

  private void checkTogether(
      EffectiveVersion emulated,
      FeatureGates gates,
      List<KubernetesVersion> releases,
      Problems problems) {
    emulated.problems().forEach(problems::add);
    leaderElection.check(problems);
    generic.check(problems);
    controller.check(problems);
    serving.check(problems);
    authentication.check(gates, problems);
    metrics.check(releases, problems);
    dashboard.check(problems, serving.isEnabled());
    FlagsWithoutEffect.check(all, problems);
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
    return all.all().stream()
        .filter(Flag::isGiven)
        .filter(flag -> hasNoEffect(flag.name()))
        .map(Flag::dashed)
        .sorted()
        .toList();
  }

  /** Whether a flag, named without dashes, is accepted but ignored. */
  static boolean hasNoEffect(String flag) {
    return FlagsWithoutEffect.NAMES.contains(flag) || CHECKED_ONLY.contains(flag);
  }
}
