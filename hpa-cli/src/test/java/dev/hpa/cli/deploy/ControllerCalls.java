package dev.hpa.cli.deploy;

import java.util.List;
import java.util.stream.Stream;

/**
 * Every kind of request that the controller sends to an API server, apart from discovery and
 * health, which every authenticated user may read. The roles of the manifests allow these requests
 * and no others.
 */
final class ControllerCalls {

  private static final String READS =
      """
      GET /apis/autoscaling/v2/horizontalpodautoscalers
      GET /apis/autoscaling/v2/horizontalpodautoscalers?watch=true
      GET /api/v1/pods
      GET /api/v1/pods?watch=true
      GET /apis/metrics.k8s.io/v1/namespaces/shop/pods
      GET /apis/metrics.k8s.io/v1beta1/namespaces/shop/pods
      GET /apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*/http_requests
      GET /apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/services/api/queue_length
      GET /apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/metrics/orders
      GET /apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue_depth
      GET /api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication
      """;

  private static final String SCALE_READS =
      """
      GET /apis/apps/v1/namespaces/shop/deployments/web/scale
      GET /apis/apps/v1/namespaces/shop/replicasets/web/scale
      GET /apis/apps/v1/namespaces/shop/statefulsets/web/scale
      GET /api/v1/namespaces/shop/replicationcontrollers/web/scale
      """;

  private static final String ANY_SCALE_READS =
      """
      GET /apis/example.com/v1/namespaces/shop/widgets/web/scale
      """;

  private static final String WATCHED_SCALES =
      """
      GET /apis/apps/v1/deployments
      GET /apis/apps/v1/deployments?watch=true
      GET /apis/apps/v1/replicasets
      GET /apis/apps/v1/replicasets?watch=true
      GET /apis/apps/v1/statefulsets
      GET /apis/apps/v1/statefulsets?watch=true
      GET /api/v1/replicationcontrollers
      GET /api/v1/replicationcontrollers?watch=true
      """;

  private static final String OPTIONS =
      """
      GET /api/v1/namespaces
      GET /api/v1/namespaces?watch=true
      GET /api/v1/replicationcontrollers
      GET /api/v1/replicationcontrollers?watch=true
      GET /apis/apps/v1/daemonsets
      GET /apis/apps/v1/daemonsets?watch=true
      GET /apis/apps/v1/deployments
      GET /apis/apps/v1/deployments?watch=true
      GET /apis/apps/v1/replicasets
      GET /apis/apps/v1/replicasets?watch=true
      GET /apis/apps/v1/statefulsets
      GET /apis/apps/v1/statefulsets?watch=true
      GET /apis/batch/v1/cronjobs
      GET /apis/batch/v1/cronjobs?watch=true
      GET /api/v1/nodes
      GET /api/v1/nodes?watch=true
      GET /apis/policy/v1/poddisruptionbudgets
      GET /apis/policy/v1/poddisruptionbudgets?watch=true
      GET /apis/batch/v1/jobs
      GET /apis/batch/v1/jobs?watch=true
      """;

  /** The server stores nothing for them. */
  private static final String REVIEWS =
      """
      POST /apis/authentication.k8s.io/v1/tokenreviews
      POST /apis/authorization.k8s.io/v1/subjectaccessreviews
      """;

  /** Of the active controller, in shadow mode. */
  private static final String ACTIVE_LEASE =
      """
      GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager
      """;

  private static final String WRITES =
      """
      PUT /apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers/web/status
      POST /api/v1/namespaces/shop/events
      PATCH /api/v1/namespaces/shop/events/web.17a
      POST /apis/coordination.k8s.io/v1/namespaces/hpa-system/leases
      GET /apis/coordination.k8s.io/v1/namespaces/hpa-system/leases/hpa-controller
      PUT /apis/coordination.k8s.io/v1/namespaces/hpa-system/leases/hpa-controller
      """;

  private static final String SHARDS =
      """
      GET /apis/coordination.k8s.io/v1/namespaces/hpa-system/leases
      PUT /apis/coordination.k8s.io/v1/namespaces/hpa-system/leases/hpa-controller-shard-0-of-8
      DELETE /apis/coordination.k8s.io/v1/namespaces/hpa-system/leases/hpa-controller-member-a
      """;

  private static final String CONFIG_MAPS = "/api/v1/namespaces/hpa-system/configmaps";

  private ControllerCalls() {}

  static List<ApiCall> of(
      boolean anyScale,
      boolean watchedScales,
      boolean options,
      boolean state,
      boolean shards,
      boolean shadow) {
    String scales = SCALE_READS + (anyScale ? ANY_SCALE_READS : "");
    String reads =
        READS + scales + REVIEWS + (watchedScales ? WATCHED_SCALES : "") + (options ? OPTIONS : "");
    String writes =
        shadow
            ? ACTIVE_LEASE
            : WRITES
                + scales.replace("GET ", "PUT ")
                + (state ? "POST " + CONFIG_MAPS + "\n" : "")
                + (state ? state(shards ? 8 : 1, shards ? 3 : 10) : "")
                + (shards ? SHARDS : "");
    return Stream.of(reads, writes).flatMap(String::lines).map(ApiCall::of).toList();
  }

  /** The ConfigMaps with the state of each shard. */
  private static String state(int shards, int parts) {
    StringBuilder calls = new StringBuilder();
    for (int shard = 0; shard < shards; shard++) {
      for (int part = 0; part < parts; part++) {
        String object =
            "%s/hpa-controller-state-%d-of-%d-%d".formatted(CONFIG_MAPS, shard, shards, part);
        calls.append("GET ").append(object).append("\nPUT ").append(object).append('\n');
      }
    }
    return calls.toString();
  }
}
