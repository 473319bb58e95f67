package dev.hpa.app.cli;

import dev.hpa.controller.shards.ShardOptions;
import dev.hpa.kube.leader.LeaderElectionOptions;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The flags of leader election. */
final class LeaderElectionFlags {

  private static final double JITTER = 1.2;

  @Option(
      names = "--leader-elect",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      converter = GoNumbers.Bool.class,
      description =
          "Write only while holding the Lease, so that several replicas can run (default:"
              + " ${DEFAULT-VALUE}).")
  private boolean enabled;

  @Option(
      names = "--leader-elect-lease-duration",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15s",
      description =
          "How long non-leaders wait after the last observed renewal before they try to"
              + " acquire the Lease (default: ${DEFAULT-VALUE}).")
  private Duration leaseDuration = Duration.ofSeconds(15);

  @Option(
      names = "--leader-elect-renew-deadline",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description =
          "How long the leader retries to renew the Lease before it stops leading; must"
              + " be less than the lease duration (default: ${DEFAULT-VALUE}).")
  private Duration renewDeadline = Duration.ofSeconds(10);

  @Option(
      names = "--leader-elect-retry-period",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "2s",
      description =
          "Time between two attempts to acquire or renew the Lease; 1.2 times its value"
              + " must be less than the renew deadline (default: ${DEFAULT-VALUE}).")
  private Duration retryPeriod = Duration.ofSeconds(2);

  @Option(
      names = "--leader-elect-resource-lock",
      paramLabel = "KIND",
      defaultValue = "leases",
      description =
          "Type of the lock object; only leases is supported (default: ${DEFAULT-VALUE}).")
  private String lock = "";

  @Option(
      names = "--leader-elect-resource-name",
      paramLabel = "NAME",
      defaultValue = "kube-controller-manager",
      description =
          "Name of the Lease. The default is the Lease of kube-controller-manager: while"
              + " that runs, this controller remains on standby. Set another name after its"
              + " HPA controller is disabled, or to run beside it in shadow mode (default:"
              + " ${DEFAULT-VALUE}).")
  private String name = "";

  @Option(
      names = "--leader-elect-resource-namespace",
      paramLabel = "NAMESPACE",
      defaultValue = "kube-system",
      description = "Namespace of the Lease (default: ${DEFAULT-VALUE}).")
  private String namespace = "";

  @Option(
      names = "--shards",
      paramLabel = "N",
      defaultValue = "0",
      converter = GoNumbers.Int32.class,
      description =
          "Divide the namespaces into N shards, each with a Lease, which all replicas share, instead"
              + " of electing one leader; from 1 to 64, 0 to elect a leader (default:"
              + " ${DEFAULT-VALUE}).")
  private int shards;

  /** Adds the values that are invalid. */
  void check(Problems problems) {
    if (enabled && !lock.equals("leases")) {
      problems.add("resourceLock value must be \"leases\"");
    }
  }

  /**
   * The number of shards; 0 for one leader.
   *
   * @throws UsageException if it is out of range or leader election is disabled
   */
  int shards() {
    require(
        shards >= 0 && shards <= ShardOptions.MAX,
        "shards: \"" + shards + "\" is out of range; set 0 to " + ShardOptions.MAX);
    require(
        shards == 0 || enabled,
        "shards: \"" + shards + "\" needs leader election; set --leader-elect=true or --shards=0");
    return shards;
  }

  /** The options that these flags set. */
  LeaderElectionOptions options() {
    if (enabled) {
      require(
          leaseDuration.compareTo(renewDeadline) > 0,
          "leaseDuration must be greater than renewDeadline; see --leader-elect-lease-duration and"
              + " --leader-elect-renew-deadline");
      require(
          renewDeadline.toNanos() > JITTER * retryPeriod.toNanos(),
          "renewDeadline must be greater than retryPeriod*JitterFactor (1.2); see"
              + " --leader-elect-renew-deadline and --leader-elect-retry-period");
      require(
          retryPeriod.isPositive(),
          "retryPeriod must be greater than zero; see --leader-elect-retry-period");
    }
    return new LeaderElectionOptions(
        enabled, leaseDuration, renewDeadline, retryPeriod, name, namespace);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new UsageException(message);
    }
  }
}
