package dev.hpa.kube.leader;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of a Lease, and its claim to it.
 *
 * <p>The validity of a Lease is measured from the time at which this process observed it change,
 * never from the times in it: clock skew has no effect, and a new process waits for a full lease
 * duration.
 *
 * <p>One thread at a time calls the methods; {@link #remaining} is thread-safe.
 */
public final class LeaseClaim {

  private final LeaseLock lock;
  private final String identity;
  private final Duration leaseDuration;
  private final Timeline timeline;

  private @Nullable Lease observed;
  private Instant observedAt = Instant.MIN;
  private volatile @Nullable Instant renewed;

  /**
   * @param identity the holder to write
   * @param leaseDuration rounded down to seconds, because other processes read whole seconds
   */
  public LeaseClaim(LeaseLock lock, String identity, Duration leaseDuration, Timeline timeline) {
    this.lock = lock;
    this.identity = identity;
    this.leaseDuration = Duration.ofSeconds(leaseDuration.toSeconds());
    this.timeline = timeline;
  }

  /** The Lease as last observed; null if there was none. */
  public @Nullable Lease observed() {
    return observed;
  }

  /** Whether it was held under the identity of this claim when last observed. */
  public boolean isMine() {
    Lease known = observed;
    return known != null && known.record().isHeldBy(identity);
  }

  /**
   * Notes the current Lease. Any change of it, also its absence, starts its validity again.
   *
   * @param current null if there is none
   */
  public void observe(@Nullable Lease current) {
    Lease known = observed;
    boolean isSame =
        known == null
            ? current == null && !observedAt.equals(Instant.MIN)
            : current != null && known.resourceVersion().equals(current.resourceVersion());
    if (!isSame) {
      observedAt = timeline.now();
    }
    observed = current;
  }

  /**
   * Reads the Lease and notes it by the rules of client-go, which ignores changes within a second.
   *
   * @return the current Lease; null if there is none, which is not noted
   */
  @Nullable Lease read() throws KubernetesApiException {
    Lease current = lock.read();
    Lease known = observed;
    if (current != null) {
      if (known == null || !known.record().looksLike(current.record())) {
        observedAt = timeline.now();
      }
      observed = current;
    }
    return current;
  }

  /** Time since the last observed change. */
  public Duration age() {
    return observedAt.equals(Instant.MIN)
        ? Duration.ZERO
        : Duration.between(observedAt, timeline.now());
  }

  /**
   * Whether its duration has passed since the last observed change. A Lease that is absent or was
   * never held has the duration of this claim: a process may have held it that still writes.
   */
  public boolean isExpired() {
    Lease known = observed;
    Duration valid = known == null || !known.wasHeld() ? leaseDuration : known.record().duration();
    return !observedAt.plus(valid).isAfter(timeline.now());
  }

  /** Creates the Lease, held. */
  void createFirst() throws KubernetesApiException {
    Instant sent = timeline.now();
    LeaseRecord first = LeaseRecord.first(identity, leaseDuration, timeline.wall());
    taken(lock.create(first, Map.of()), sent);
  }

  /** Creates the Lease, held, for a claim that had it before it was deleted. */
  public void create(Map<String, String> annotations) throws KubernetesApiException {
    Instant sent = timeline.now();
    Instant wall = timeline.wall();
    LeaseRecord first = new LeaseRecord(identity, leaseDuration, wall, wall, 1);
    taken(lock.create(first, annotations), sent);
  }

  /** Creates the Lease, free and never held. */
  public void createFree() throws KubernetesApiException {
    Instant wall = timeline.wall();
    lock.create(new LeaseRecord("", leaseDuration, wall, wall, 0), Map.of());
  }

  /** Takes or renews the Lease as it was observed. */
  public void take() throws KubernetesApiException {
    take(Map.of());
  }

  /**
   * Takes or renews the Lease as it was observed.
   *
   * @param annotations annotations to set; those with empty values are removed
   * @throws IllegalStateException if none was observed
   */
  public void take(Map<String, String> annotations) throws KubernetesApiException {
    Instant sent = timeline.now();
    Lease known = existing();
    LeaseRecord next = known.record().takenBy(identity, leaseDuration, timeline.wall());
    taken(lock.replace(known, next, annotations), sent);
  }

  /** Releases the Lease as it was observed, also if another client holds it. */
  public void release(Map<String, String> annotations) throws KubernetesApiException {
    renewed = null;
    Lease known = existing();
    observed = lock.replace(known, known.record().released(timeline.wall()), annotations);
    observedAt = timeline.now();
  }

  /** Deletes the Lease as it was observed. */
  public void delete() throws KubernetesApiException {
    renewed = null;
    lock.delete(existing());
  }

  /** Reads the Lease and releases it if this process holds it; returns whether it did. */
  boolean readAndRelease() throws KubernetesApiException {
    renewed = null;
    Lease lease = lock.read();
    if (lease == null || !lease.record().isHeldBy(identity)) {
      return false;
    }
    lock.replace(lease, lease.record().released(timeline.wall()), Map.of());
    return true;
  }

  private Lease existing() {
    Lease known = observed;
    if (known == null) {
      throw new IllegalStateException("lease " + lock.key() + " was not observed");
    }
    return known;
  }

  /** Drops the claim; the Lease stays as it is. */
  public void abandon() {
    renewed = null;
  }

  /** The start of the last successful renewal; null without one. */
  public @Nullable Instant renewed() {
    return renewed;
  }

  /**
   * Time until another process may take the Lease, measured from the start of the last successful
   * renewal; not positive without one.
   */
  public Duration remaining() {
    Instant last = renewed;
    return last == null
        ? Duration.ZERO
        : Duration.between(timeline.now(), last.plus(leaseDuration));
  }

  /**
   * @param sent start of the request; the new lease duration may begin that early
   */
  private void taken(Lease lease, Instant sent) {
    observed = lease;
    observedAt = timeline.now();
    renewed = sent;
  }
}
