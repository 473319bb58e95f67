package dev.hpa.app.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The controllers of kube-controller-manager, as {@code --controllers} names them. */
final class KnownControllers {

  static final String OURS = "horizontal-pod-autoscaler-controller";

  /** Names, each with its alias from before 1.28, if any. */
  private static final String TABLE =
      """
      bootstrap-signer-controller bootstrapsigner
      certificatesigningrequest-approving-controller csrapproving
      certificatesigningrequest-cleaner-controller csrcleaner
      certificatesigningrequest-signing-controller csrsigning
      cloud-node-lifecycle-controller cloud-node-lifecycle
      clusterrole-aggregation-controller clusterrole-aggregation
      cronjob-controller cronjob
      daemonset-controller daemonset
      deployment-controller deployment
      device-taint-eviction-controller
      disruption-controller disruption
      endpoints-controller endpoint
      endpointslice-controller endpointslice
      endpointslice-mirroring-controller endpointslicemirroring
      ephemeral-volume-controller ephemeral-volume
      garbage-collector-controller garbagecollector
      horizontal-pod-autoscaler-controller horizontalpodautoscaling
      job-controller job
      kube-apiserver-serving-clustertrustbundle-publisher-controller
      legacy-serviceaccount-token-cleaner-controller legacy-service-account-token-cleaner
      namespace-controller namespace
      node-ipam-controller nodeipam
      node-lifecycle-controller nodelifecycle
      node-route-controller route
      persistentvolume-attach-detach-controller attachdetach
      persistentvolume-binder-controller persistentvolume-binder
      persistentvolume-expander-controller persistentvolume-expander
      persistentvolume-protection-controller pv-protection
      persistentvolumeclaim-protection-controller pvc-protection
      pod-garbage-collector-controller podgc
      podcertificaterequest-cleaner-controller
      podgroup-protection-controller
      replicaset-controller replicaset
      replicationcontroller-controller replicationcontroller
      resourceclaim-controller resource-claim-controller
      resourcepoolstatusrequest-controller
      resourcequota-controller resourcequota
      root-ca-certificate-publisher-controller root-ca-cert-publisher
      selinux-warning-controller
      service-ca-certificate-publisher-controller
      service-cidr-controller
      service-lb-controller service
      serviceaccount-controller serviceaccount
      serviceaccount-token-controller serviceaccount-token
      statefulset-controller statefulset
      storage-version-migrator-controller svm
      storageversion-garbage-collector-controller storage-version-gc
      taint-eviction-controller
      token-cleaner-controller tokencleaner
      ttl-after-finished-controller ttl-after-finished
      ttl-controller ttl
      validatingadmissionpolicy-status-controller
      volumeattributesclass-protection-controller
      """;

  private static final Map<String, String> NAMES = names();

  private KnownControllers() {}

  private static Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    TABLE
        .lines()
        .map(line -> List.of(line.split(" ", -1)))
        .forEach(words -> words.forEach(word -> names.put(word, words.getFirst())));
    return names;
  }

  /** Adds the unknown names. */
  static void check(List<String> chosen, Problems problems) {
    for (String each : chosen) {
      String name = bare(each);
      if (!each.equals("*") && !NAMES.containsKey(name)) {
        problems.add("\"" + name + "\" is not in the list of known controllers");
      }
    }
  }

  /** Whether this controller is enabled; the first item that matches it applies. */
  static boolean enablesOurs(List<String> chosen) {
    for (String each : chosen) {
      if (OURS.equals(NAMES.get(bare(each)))) {
        return !each.startsWith("-");
      }
    }
    return chosen.contains("*");
  }

  private static String bare(String chosen) {
    return chosen.startsWith("-") ? chosen.substring(1) : chosen;
  }
}
