package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Checks the Leases of this controller and of kube-controller-manager. */
public final class LeaseChecks {

  /** The Lease of the manifests. */
  public static final NamespacedName DEFAULT = new NamespacedName("hpa-system", "hpa-controller");

  /** The Lease of kube-controller-manager. */
  private static final NamespacedName UPSTREAM =
      new NamespacedName("kube-system", "kube-controller-manager");

  static final String TOPIC = "leases";

  private LeaseChecks() {}

  /**
   * @param shadow whether the controller runs in shadow mode, which uses no Lease and runs beside
   *     the active controller
   */
  static List<Check> run(LiveReader cluster, NamespacedName own, Instant now, boolean shadow) {
    List<Check> checks = List.of(own(cluster, own, now), upstream(cluster, now));
    return shadow
        ? checks.stream().map(each -> Check.ok(TOPIC, each.subject(), each.message())).toList()
        : checks;
  }

  private static Check own(LiveReader cluster, NamespacedName lease, Instant now) {
    try {
      JsonNode found = read(cluster, lease);
      String holder = found.at("/spec/holderIdentity").asText();
      String message = holder.isEmpty() ? "is held by no replica" : held(found, now);
      return isFresh(found, now)
          ? Check.warning(
              TOPIC,
              lease.toString(),
              message + ": a controller with this Lease is active",
              "expected after an installation; otherwise choose another Lease")
          : Check.ok(TOPIC, lease.toString(), message);
    } catch (KubernetesApiException failure) {
      return failure.code() == 404
          ? Check.ok(TOPIC, lease.toString(), "does not exist: no controller has used it")
          : unreadable(lease, failure);
    }
  }

  private static Check upstream(LiveReader cluster, Instant now) {
    NamespacedName lease = UPSTREAM;
    try {
      JsonNode found = read(cluster, lease);
      return Check.ok(
          TOPIC,
          lease.toString(),
          held(found, now)
              + (isFresh(found, now) ? ": it is active; its HPA controller may be disabled" : ""));
    } catch (KubernetesApiException failure) {
      return failure.code() == 404
          ? Check.warning(
              TOPIC,
              lease.toString(),
              "does not exist: kube-controller-manager may run without it",
              "make sure that its horizontal-pod-autoscaler-controller is disabled")
          : unreadable(lease, failure);
    }
  }

  private static Check unreadable(NamespacedName lease, KubernetesApiException failure) {
    return Check.warning(
        TOPIC, lease.toString(), "cannot be read: " + failure.text(), "grant get on this Lease");
  }

  private static JsonNode read(LiveReader cluster, NamespacedName lease)
      throws KubernetesApiException {
    return cluster.get(
        "/apis/coordination.k8s.io/v1/namespaces/"
            + ApiRequest.segment(lease.namespace())
            + "/leases/"
            + ApiRequest.segment(lease.name()),
        Map.of(),
        new ApiRequest.Subject("leases", "coordination.k8s.io", lease.name()));
  }

  private static String held(JsonNode lease, Instant now) {
    return "held by \"%s\", renewed %s ago"
        .formatted(lease.at("/spec/holderIdentity").asText(), GoDuration.format(age(lease, now)));
  }

  private static boolean isFresh(JsonNode lease, Instant now) {
    Duration duration = Duration.ofSeconds(lease.at("/spec/leaseDurationSeconds").asLong());
    return !lease.at("/spec/holderIdentity").asText().isEmpty()
        && age(lease, now).compareTo(duration) <= 0;
  }

  /** The age in seconds; a malformed time counts as very old, a future time as 0. */
  private static Duration age(JsonNode lease, Instant now) {
    Instant renewed;
    try {
      renewed = Timestamps.parse(lease.at("/spec/renewTime").asText());
    } catch (DateTimeException | IllegalArgumentException malformed) {
      renewed = Instant.EPOCH;
    }
    long seconds = Duration.between(renewed, now).toSeconds();
    return Duration.ofSeconds(Math.max(0, seconds));
  }
}
