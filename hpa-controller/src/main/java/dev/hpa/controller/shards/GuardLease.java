package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.leader.Lease;
import dev.hpa.kube.leader.LeaseClaim;
import dev.hpa.spi.KubernetesApiException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Lease of the election without shards. All replicas with shards hold it together, under one
 * identity: it keeps a controller without shards from deciding. Used by one thread.
 */
final class GuardLease {

  /** The holder. */
  static final String GROUP = "hpa-controller-shards";

  private static final int CONFLICT = 409;

  private final ShardOptions options;
  private final Timeline timeline;
  private final LeaseClaim claim;
  private Instant renewed = Instant.MIN;
  private String version = "";

  GuardLease(LeaseClaims claims) {
    this.options = claims.options();
    this.timeline = claims.timeline();
    this.claim = claims.of(options.election().name(), GROUP);
  }

  /**
   * Notes the current Lease.
   *
   * @param before the start of the list before the one with this Lease
   */
  void observe(@Nullable Lease lease, Instant before) {
    String current = version(lease);
    claim.observe(lease);
    if (lease != null && !current.equals(version)) {
      // Renewed after the list before this one, possibly by another replica.
      renewed = claim.isMine() ? latest(renewed, before) : Instant.MIN;
      version = current;
    }
  }

  private static Instant latest(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static String version(@Nullable Lease lease) {
    return lease == null ? "" : String.valueOf(lease.metadata().resourceVersion());
  }

  /**
   * Renews or takes the Lease for the replicas with shards.
   *
   * @return the other process that holds it; empty if the replicas with shards do
   */
  String hold() throws KubernetesApiException {
    Lease lease = claim.observed();
    boolean isFree =
        lease == null
            ? isHeld() || claim.isExpired()
            : lease.holder().isEmpty() || claim.isExpired();
    if (!claim.isMine() && !isFree) {
      return lease == null ? "an unknown process" : lease.holder();
    }
    boolean isDue = claim.age().compareTo(options.renewalAge()) >= 0 || renewed.equals(Instant.MIN);
    if (!claim.isMine() || isDue) {
      renew(lease == null);
    }
    return "";
  }

  /** Another replica may renew it at the same time. */
  private void renew(boolean isAbsent) throws KubernetesApiException {
    Instant sent = timeline.now();
    try {
      if (isAbsent) {
        claim.create(Map.of());
      } else {
        claim.take();
      }
      renewed = sent;
      version = version(claim.observed());
    } catch (KubernetesApiException failure) {
      if (failure.code() != CONFLICT) {
        throw failure;
      }
    }
  }

  /** Whether the replicas with shards hold it, for as long as writes of this one last. */
  boolean isHeld() {
    return heldUntil().isAfter(timeline.now());
  }

  /** When writes end unless it is renewed; {@link Instant#MIN} if it is not held. */
  Instant heldUntil() {
    return renewed.equals(Instant.MIN) ? Instant.MIN : renewed.plus(options.writeTime());
  }

  /** Releases it if the replicas with shards hold it. */
  void release() throws KubernetesApiException {
    if (claim.isMine()) {
      claim.release(Map.of());
    }
  }
}
