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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects by the Lease of kube-controller-manager that no process is the active controller, or that
 * another one has become it: that one has no recommendations and scale events. Without such a
 * Lease, or without permission to read it, no change is detected. Thread-safe.
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
  private String renewal = "";
  private Instant renewed = Instant.MAX;
  private boolean isExpired;
  private boolean isUnreadable;
  private volatile Instant changed = Instant.MIN;

  public ActiveLeader(KubernetesApi api) {
    this.api = api;
  }

  /**
   * The time of the last detected change, or of the last read that found no active controller;
   * {@link Instant#MIN} before the first. Reads the Lease at most every 5 s, unless another thread
   * is reading it.
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
    JsonNode lease;
    try {
      lease = api.<JsonNode>call(READ, Json::tree).path("spec");
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
    followRenewals(lease, now);
    String found = holder(lease);
    if (!found.isEmpty() && !found.equals(holder)) {
      if (!holder.isEmpty()) {
        changed = now;
        LOG.info("the active controller is another process now; its history begins anew");
      }
      holder = found;
    }
  }

  /**
   * By the time since a renewal was seen, as in leader election: clocks may differ. A Lease of
   * which none was seen may be an old one, beside an active controller without leader election.
   */
  private void followRenewals(JsonNode lease, Instant now) {
    String found = lease.path("renewTime").asText();
    if (!found.equals(renewal)) {
      renewed = renewal.isEmpty() ? Instant.MAX : now;
      renewal = found;
    }
    Duration duration = Duration.ofSeconds(lease.path("leaseDurationSeconds").asInt());
    boolean wasExpired = isExpired;
    isExpired = renewed.isBefore(now.minus(duration));
    if (isExpired) {
      changed = now;
      if (!wasExpired) {
        LOG.info("no process is the active controller: lease {} is not renewed", LEASE);
      }
    }
  }

  /** The holder and how often it has changed; empty while the Lease is free. */
  private static String holder(JsonNode lease) {
    String identity = lease.path("holderIdentity").asText();
    return identity.isEmpty() ? "" : identity + " " + lease.path("leaseTransitions").asText();
  }
}
