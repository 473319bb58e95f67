package dev.hpa.app.cli;

import dev.hpa.controller.shards.ShardOptions;
import dev.hpa.kube.leader.LeaderElectionOptions;
import java.time.Duration;

/** The flags of leader election. */
final class LeaderElectionFlags extends FlagGroup {

  private static final double JITTER = 1.2;

  private final Flag<Boolean> enabled =
      bool(
          "leader-elect",
          true,
          "Write only while holding the Lease, so that several replicas can run (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<Duration> leaseDuration =
      duration(
          "leader-elect-lease-duration",
          "15s",
          "How long non-leaders wait after the last observed renewal before they try to"
              + " acquire the Lease (default: ${DEFAULT-VALUE}).");

  private final Flag<Duration> renewDeadline =
      duration(
          "leader-elect-renew-deadline",
          "10s",
          "How long the leader retries to renew the Lease before it stops leading; must"
              + " be less than the lease duration (default: ${DEFAULT-VALUE}).");

  private final Flag<Duration> retryPeriod =
      duration(
          "leader-elect-retry-period",
          "2s",
          "Time between two attempts to acquire or renew the Lease; 1.2 times its value"
              + " must be less than the renew deadline (default: ${DEFAULT-VALUE}).");

  private final Flag<String> lock =
      text(
          "leader-elect-resource-lock",
          "KIND",
          "leases",
          "Type of the lock object; only leases is supported (default: ${DEFAULT-VALUE}).");

  private final Flag<String> name =
      text(
          "leader-elect-resource-name",
          "NAME",
          "kube-controller-manager",
          "Name of the Lease. The default is the Lease of kube-controller-manager: while"
              + " that runs, this controller remains on standby. Set another name after its"
              + " HPA controller is disabled; shadow mode takes part in no election (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<String> namespace =
      text(
          "leader-elect-resource-namespace",
          "NAMESPACE",
          "kube-system",
          "Namespace of the Lease (default: ${DEFAULT-VALUE}).");

  private final Flag<Integer> shards =
      number(
          "shards",
          "0",
          "Divide the namespaces into N shards, each with a Lease, which all replicas share, instead"
              + " of electing one leader; from 1 to 64, 0 to elect a leader (default:"
              + " ${DEFAULT-VALUE}).");

  /** Adds the values that are invalid. */
  void check(Problems problems) {
    if (enabled.get() && !lock.get().equals("leases")) {
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
        shards.get() >= 0 && shards.get() <= ShardOptions.MAX,
        "shards: \"" + shards.get() + "\" is out of range; set 0 to " + ShardOptions.MAX);
    require(
        shards.get() == 0 || enabled.get(),
        "shards: \""
            + shards.get()
            + "\" needs leader election; set --leader-elect=true or --shards=0");
    return shards.get();
  }

  /** The options that these flags set. */
  LeaderElectionOptions options() {
    if (enabled.get()) {
      require(
          leaseDuration.get().compareTo(renewDeadline.get()) > 0,
          "leaseDuration must be greater than renewDeadline; see --leader-elect-lease-duration and"
              + " --leader-elect-renew-deadline");
      require(
          renewDeadline.get().toNanos() > JITTER * retryPeriod.get().toNanos(),
          "renewDeadline must be greater than retryPeriod*JitterFactor (1.2); see"
              + " --leader-elect-renew-deadline and --leader-elect-retry-period");
      require(
          retryPeriod.get().isPositive(),
          "retryPeriod must be greater than zero; see --leader-elect-retry-period");
    }
    return new LeaderElectionOptions(
        enabled.get(),
        leaseDuration.get(),
        renewDeadline.get(),
        retryPeriod.get(),
        name.get(),
        namespace.get());
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new UsageException(message);
    }
  }
}
