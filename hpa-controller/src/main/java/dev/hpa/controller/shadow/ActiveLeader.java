package dev.hpa.controller.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that another process has become the active controller, by the Lease of
 * kube-controller-manager: it then has no recommendations and scale events. Without such a Lease,
 * or without permission to read it, no change is detected. Thread-safe.
 */
public final class ActiveLeader {

  /** The default Lease of kube-controller-manager. */
  public static final NamespacedName LEASE =
      new NamespacedName("kube-system", "kube-controller-manager");

  private static final Logger LOG = LoggerFactory.getLogger(ActiveLeader.class);
  private static final Duration BETWEEN_READS = Duration.ofSeconds(5);
  private static final ApiRequest READ =
      ApiRequest.get(
          ApiRequest.pathOf(
              "/apis/coordination.k8s.io/v1", LEASE.namespace(), "leases", LEASE.name()),
          Map.of(),
          new ApiRequest.Subject("leases", "coordination.k8s.io", LEASE.name()));

  private final KubernetesApi api;
  private final ReentrantLock reading = new ReentrantLock();
  private Instant lastRead = Instant.MIN;
  private String holder = "";
  private boolean isUnreadable;
  private volatile Instant changed = Instant.MIN;

  public ActiveLeader(KubernetesApi api) {
    this.api = api;
  }

  /**
   * The time of the last detected change; {@link Instant#MIN} before the first. Reads the Lease at
   * most every 5 s, unless another thread is reading it.
   *
   * @param now on the timeline
   */
  Instant changed(Instant now) {
    if (reading.tryLock()) {
      try {
        if (lastRead.equals(Instant.MIN) || !lastRead.plus(BETWEEN_READS).isAfter(now)) {
          lastRead = now;
          read(now);
        }
      } finally {
        reading.unlock();
      }
    }
    return changed;
  }

  private void read(Instant now) {
    String found;
    try {
      found = holder(api.<JsonNode>call(READ, Json::tree));
    } catch (KubernetesApiException failure) {
      if (!isUnreadable && failure.code() != 404) {
        LOG.warn(
            "lease {}: cannot be read, restarts of the active controller are not detected: {}",
            LEASE,
            failure.text());
      }
      isUnreadable = failure.code() != 404;
      return;
    }
    isUnreadable = false;
    if (!found.isEmpty() && !found.equals(holder)) {
      if (!holder.isEmpty()) {
        changed = now;
        LOG.info("the active controller is another process now; its history begins anew");
      }
      holder = found;
    }
  }

  /** The holder and how often it has changed; empty while the Lease is free. */
  private static String holder(@Nullable JsonNode lease) {
    if (lease == null) {
      return "";
    }
    String identity = lease.at("/spec/holderIdentity").asText();
    return identity.isEmpty() ? "" : identity + " " + lease.at("/spec/leaseTransitions").asText();
  }
}
