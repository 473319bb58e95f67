package dev.hpa.kube.leader;

import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.kube.leader.LeaseLock.Lease;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Competes for a Lease by the rules of the Kubernetes client for Go, so that either can stand by
 * for the other.
 *
 * <p>Whether a Lease is still valid is counted from when this process saw it change, never from the
 * times in it: clocks of other machines do not matter, and a fresh process waits a full duration.
 *
 * <p>{@link #acquire} and {@link #hold} are called by one thread; everything else by any.
 */
public final class LeaderElector implements WriteFence {

  private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);
  private static final double JITTER = 1.2;

  private final LeaseLock lock;
  private final LeaderElectionOptions options;
  private final String identity;
  private final Timeline timeline;
  private final DoubleSupplier random;
  private final LongAdder slowPaths = new LongAdder();
  private final OutageLog trouble;

  private @Nullable Lease observed;
  private Instant observedAt = Instant.MIN;
  private volatile @Nullable Instant renewed;
  private volatile boolean leading;

  /**
   * @param identity unlike that of any other process, ever
   * @param random numbers from 0 to 1
   */
  public LeaderElector(
      LeaseLock lock,
      LeaderElectionOptions options,
      String identity,
      Timeline timeline,
      DoubleSupplier random) {
    this.lock = lock;
    this.options = options;
    this.identity = identity;
    this.timeline = timeline;
    this.random = random;
    this.trouble =
        new OutageLog(LOG, "lease " + lock.namespace() + "/" + lock.name(), timeline::now);
  }

  /** Waits until this process holds the Lease. */
  public void acquire() throws InterruptedException {
    LOG.info("attempting to acquire leader lease {}/{}", lock.namespace(), lock.name());
    while (!tryToTake()) {
      timeline.sleep(retryPeriodWithJitter());
    }
    leading = true;
    LOG.info("successfully acquired lease {}/{}", lock.namespace(), lock.name());
  }

  /** Renews the Lease for as long as that succeeds; returns when it is lost. */
  public void hold() throws InterruptedException {
    do {
      timeline.sleep(options.retryPeriod());
    } while (renewInTime());
    leading = false;
    LOG.error("leader election lost");
  }

  private boolean renewInTime() throws InterruptedException {
    Instant deadline = timeline.now().plus(options.renewDeadline());
    while (!tryToTake()) {
      Duration left = Duration.between(timeline.now(), deadline);
      if (left.compareTo(options.retryPeriod()) <= 0) {
        timeline.sleep(left);
        return false;
      }
      timeline.sleep(options.retryPeriod());
    }
    return true;
  }

  /**
   * Leaves the Lease to whoever comes first, if it is still held. Nothing must be written
   * afterwards: call it when all writes have ended.
   */
  public void release() {
    leading = false;
    renewed = null;
    try {
      Lease lease = lock.read();
      if (lease != null && lease.record().isHeldBy(identity)) {
        lock.replace(lease, lease.record().released(timeline.wall()));
        LOG.info("released lease {}/{}", lock.namespace(), lock.name());
      }
    } catch (KubernetesApiException failure) {
      LOG.warn("lease not released, others wait until it ends: {}", failure.text());
    }
  }

  /** Whether this process holds the Lease as far as it knows. */
  public boolean isLeading() {
    return leading;
  }

  /** Until others may take the Lease, counted from when its last renewal was sent. */
  @Override
  public Duration remaining() {
    Instant last = renewed;
    return last == null
        ? Duration.ZERO
        : Duration.between(timeline.now(), last.plus(leaseDuration()));
  }

  /**
   * How long the Lease has been over although this process takes itself for the leader; zero when
   * all is well.
   */
  public Duration overdue() {
    Duration left = remaining();
    return leading && left.isNegative() ? left.negated() : Duration.ZERO;
  }

  /** How often a renewal had to look at the Lease first. */
  public long slowPaths() {
    return slowPaths.sum();
  }

  public String identity() {
    return identity;
  }

  /** The Lease as it was seen last, as far as its metadata goes. */
  public ObjectMeta lease() {
    Lease known = observed;
    return known == null
        ? ObjectMeta.EMPTY
        : Json.read(known.object().path("metadata"), ObjectMeta.class);
  }

  public String leaseName() {
    return lock.name();
  }

  /** Others go by whole seconds. */
  private Duration leaseDuration() {
    return Duration.ofSeconds(options.leaseDuration().toSeconds());
  }

  private Duration retryPeriodWithJitter() {
    double factor = 1 + JITTER * random.getAsDouble();
    return Duration.ofNanos((long) (options.retryPeriod().toNanos() * factor));
  }

  private boolean tryToTake() {
    Lease known = observed;
    if (leading && known != null && known.record().isHeldBy(identity)) {
      try {
        replace(known);
        trouble.over();
        return true;
      } catch (KubernetesApiException failure) {
        slowPaths.increment();
        trouble.met("not renewed at once: " + failure.text());
      }
    }
    try {
      boolean taken = lookAndTake();
      if (taken || !leading) {
        trouble.over();
      }
      return taken;
    } catch (KubernetesApiException failure) {
      trouble.met("neither read nor taken: " + failure.text());
      return false;
    }
  }

  private boolean lookAndTake() throws KubernetesApiException {
    Lease current = lock.read();
    if (current == null) {
      Instant sent = timeline.now();
      taken(lock.create(LeaseRecord.first(identity, leaseDuration(), timeline.wall())), sent);
      return true;
    }
    Lease known = observed;
    if (known == null || !known.record().looksLike(current.record())) {
      observedAt = timeline.now();
    }
    observed = current;
    LeaseRecord record = current.record();
    boolean isValid = observedAt.plus(record.duration()).isAfter(timeline.now());
    if (!record.isFree() && !record.isHeldBy(identity) && isValid) {
      reportHolder(known, record);
      return false;
    }
    replace(current);
    return true;
  }

  /**
   * @param known as it was seen before
   */
  private void reportHolder(@Nullable Lease known, LeaseRecord record) {
    if (leading && known != null && known.record().isHeldBy(identity)) {
      LOG.warn(
          "lease {}/{}: taken by \"{}\"; nothing is written any more",
          lock.namespace(),
          lock.name(),
          record.holder());
    } else {
      LOG.debug("lease is held by {}", record.holder());
    }
  }

  private void replace(Lease known) throws KubernetesApiException {
    Instant sent = timeline.now();
    LeaseRecord next = known.record().takenBy(identity, leaseDuration(), timeline.wall());
    taken(lock.replace(known, next), sent);
  }

  /**
   * @param sent when; the server may have given the Lease its new life as early as that
   */
  private void taken(Lease lease, Instant sent) {
    observed = lease;
    observedAt = timeline.now();
    renewed = sent;
  }
}
