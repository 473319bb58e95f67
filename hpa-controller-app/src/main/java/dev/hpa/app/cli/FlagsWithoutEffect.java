package dev.hpa.app.cli;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The flags of kube-controller-manager since v1.36 for its other controllers, including those that
 * only one of both has. They are accepted, with the types of their values validated, and ignored,
 * so that an existing command line can be reused.
 */
final class FlagsWithoutEffect {

  private static final String PREFIX = "Accepted without effect: ";
  private static final String OF_ANOTHER = "used by other controllers only.";

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry(
              "contention-profiling",
              Type.BOOL,
              "false",
              "Java Flight Recorder reports lock contention."),
          new Entry(
              "controller-start-interval", Type.DURATION, "0s", "there is only one controller."),
          new Entry(
              "min-resync-period",
              Type.DURATION,
              "12h0m0s",
              "every HPA is reconciled each sync period."),
          new Entry("permit-address-sharing", Type.BOOL, "false", "SO_REUSEADDR is always set."),
          flag("allocate-node-cidrs", Type.BOOL, "false"),
          flag("attach-detach-reconcile-sync-period", Type.DURATION, "1m0s"),
          flag("cidr-allocator-type", Type.STRING, "RangeAllocator"),
          flag("cloud-config", Type.STRING, ""),
          flag("cloud-provider", Type.STRING, ""),
          flag("cluster-cidr", Type.STRING, ""),
          flag("cluster-name", Type.STRING, "kubernetes"),
          flag("cluster-signing-cert-file", Type.STRING, ""),
          flag("cluster-signing-duration", Type.DURATION, "8760h0m0s"),
          flag("cluster-signing-key-file", Type.STRING, ""),
          flag("cluster-signing-kube-apiserver-client-cert-file", Type.STRING, ""),
          flag("cluster-signing-kube-apiserver-client-key-file", Type.STRING, ""),
          flag("cluster-signing-kubelet-client-cert-file", Type.STRING, ""),
          flag("cluster-signing-kubelet-client-key-file", Type.STRING, ""),
          flag("cluster-signing-kubelet-serving-cert-file", Type.STRING, ""),
          flag("cluster-signing-kubelet-serving-key-file", Type.STRING, ""),
          flag("cluster-signing-legacy-unknown-cert-file", Type.STRING, ""),
          flag("cluster-signing-legacy-unknown-key-file", Type.STRING, ""),
          flag("concurrent-cron-job-syncs", Type.INT32, "5"),
          flag("concurrent-daemonset-syncs", Type.INT32, "2"),
          flag("concurrent-deployment-syncs", Type.INT32, "5"),
          flag("concurrent-device-taint-eviction-syncs", Type.INT32, "8"),
          flag("concurrent-disruption-syncs", Type.INT32, "1"),
          flag("concurrent-endpoint-syncs", Type.INT32, "5"),
          flag("concurrent-ephemeralvolume-syncs", Type.INT32, "5"),
          flag("concurrent-gc-syncs", Type.INT32, "20"),
          flag("concurrent-job-syncs", Type.INT32, "5"),
          flag("concurrent-namespace-syncs", Type.INT32, "10"),
          flag("concurrent-rc-syncs", Type.INT32, "5"),
          flag("concurrent-replicaset-syncs", Type.INT32, "5"),
          flag("concurrent-resource-quota-syncs", Type.INT32, "5"),
          flag("concurrent-resourceclaim-syncs", Type.INT32, "50"),
          flag("concurrent-service-endpoint-syncs", Type.INT32, "5"),
          flag("concurrent-service-syncs", Type.INT32, "1"),
          flag("concurrent-serviceaccount-token-syncs", Type.INT32, "5"),
          flag("concurrent-statefulset-syncs", Type.INT32, "5"),
          flag("concurrent-ttl-after-finished-syncs", Type.INT32, "5"),
          flag("concurrent-validating-admission-policy-status-syncs", Type.INT32, "5"),
          flag("configure-cloud-routes", Type.BOOL, "true"),
          flag("disable-attach-detach-reconcile-sync", Type.BOOL, "false"),
          flag("disable-force-detach-on-timeout", Type.BOOL, "false"),
          flag("enable-dynamic-provisioning", Type.BOOL, "true"),
          flag("enable-garbage-collector", Type.BOOL, "true"),
          flag("enable-hostpath-provisioner", Type.BOOL, "false"),
          flag("endpoint-updates-batch-period", Type.DURATION, "0s"),
          flag("endpointslice-updates-batch-period", Type.DURATION, "0s"),
          flag("external-cloud-volume-plugin", Type.STRING, ""),
          flag(
              "flex-volume-plugin-dir",
              Type.STRING,
              "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/"),
          flag("large-cluster-size-threshold", Type.INT32, "50"),
          flag("legacy-service-account-token-clean-up-period", Type.DURATION, "8760h0m0s"),
          flag("max-endpoints-per-slice", Type.INT32, "100"),
          flag("mirroring-concurrent-service-endpoint-syncs", Type.INT32, "5"),
          flag("mirroring-endpointslice-updates-batch-period", Type.DURATION, "0s"),
          flag("mirroring-max-endpoints-per-subset", Type.INT32, "1000"),
          flag("namespace-sync-period", Type.DURATION, "5m0s"),
          flag("node-cidr-mask-size", Type.INT32, "0"),
          flag("node-cidr-mask-size-ipv4", Type.INT32, "0"),
          flag("node-cidr-mask-size-ipv6", Type.INT32, "0"),
          flag("node-eviction-rate", Type.FLOAT32, "0.1"),
          flag("node-monitor-grace-period", Type.DURATION, "50s"),
          flag("node-monitor-period", Type.DURATION, "5s"),
          flag("node-startup-grace-period", Type.DURATION, "1m0s"),
          flag("pv-recycler-increment-timeout-nfs", Type.INT32, "30"),
          flag("pv-recycler-minimum-timeout-hostpath", Type.INT32, "60"),
          flag("pv-recycler-minimum-timeout-nfs", Type.INT32, "300"),
          flag("pv-recycler-pod-template-filepath-hostpath", Type.STRING, ""),
          flag("pv-recycler-pod-template-filepath-nfs", Type.STRING, ""),
          flag("pv-recycler-timeout-increment-hostpath", Type.INT32, "30"),
          flag("pvclaimbinder-sync-period", Type.DURATION, "15s"),
          flag("resource-quota-sync-period", Type.DURATION, "5m0s"),
          flag("root-ca-file", Type.STRING, ""),
          flag("route-reconciliation-period", Type.DURATION, "10s"),
          flag("secondary-node-eviction-rate", Type.FLOAT32, "0.01"),
          flag("service-account-private-key-file", Type.STRING, ""),
          flag("service-cluster-ip-range", Type.STRING, ""),
          flag("terminated-pod-gc-threshold", Type.INT32, "12500"),
          flag("unhealthy-zone-threshold", Type.FLOAT32, "0.55"));

  /** The names, without dashes. */
  static final Set<String> NAMES = ENTRIES.stream().map(Entry::name).collect(Collectors.toSet());

  /** The names of the flags that only other controllers use. */
  static final Set<String> OF_OTHERS =
      ENTRIES.stream()
          .filter(flag -> flag.why().equals(OF_ANOTHER))
          .map(Entry::name)
          .collect(Collectors.toSet());

  private final List<Flag<?>> all = ENTRIES.stream().<Flag<?>>map(Entry::flag).toList();

  /** Types of values. */
  private enum Type {
    BOOL,
    DURATION,
    FLOAT32,
    INT32,
    STRING;

    FlagType<?> flagType() {
      return switch (this) {
        case BOOL -> FlagTypes.BOOL;
        case DURATION -> FlagTypes.DURATION;
        case FLOAT32 -> FlagTypes.FLOAT32;
        case INT32 -> FlagTypes.INT32;
        case STRING -> FlagTypes.TEXT;
      };
    }
  }

  private record Entry(String name, Type type, String preset, String why) {

    Flag<?> flag() {
      Flag<?> flag = Flag.of(name, type.name(), type.flagType(), preset, PREFIX + why);
      return type == Type.BOOL ? flag.attached() : flag;
    }
  }

  private static Entry flag(String name, Type type, String preset) {
    return new Entry(name, type, preset, OF_ANOTHER);
  }

  /** All flags of this group. */
  List<Flag<?>> all() {
    return all;
  }

  /** Why a flag has no effect. */
  static String reason(Flag<?> flag) {
    return flag.help().substring(PREFIX.length());
  }

  /** Adds the values that are invalid: removed cloud providers. */
  static void check(FlagSet flags, Problems problems) {
    String cloud = text("cloud-provider", flags);
    if (!cloud.isEmpty() && !cloud.equals("external")) {
      problems.add(
          "cloud provider \""
              + cloud
              + "\" was specified, but built-in cloud providers are disabled. Please set"
              + " --cloud-provider=external and migrate to an external cloud provider");
    }
    String allocator = text("cidr-allocator-type", flags);
    if (!allocator.isEmpty() && !allocator.equals("RangeAllocator")) {
      problems.add(
          "built-in cloud providers are disabled. The ipam " + allocator + " is not available");
    }
  }

  private static String text(String name, FlagSet flags) {
    return Objects.requireNonNull(flags.find(name)).get().toString();
  }
}
