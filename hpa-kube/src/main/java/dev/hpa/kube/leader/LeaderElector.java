package dev.hpa.kube.leader;

import dev.hpa.api.ObjectMeta;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leader election with a Lease by the rules of client-go, so that this controller and
 * kube-controller-manager can be replicas of each other.
 *
 * <p>The validity of a Lease is measured from the time at which this process observed it change,
 * never from the times in it: clock skew has no effect, and a new process waits for a full lease
 * duration.
 *
 * <p>One thread at a time calls {@link #acquire} and {@link #hold}; all other methods are
 * thread-safe.
 */
public final class LeaderElector implements WriteFence {

  private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);
  private static final double JITTER = 1.2;

  private final LeaseLock lock;
  private final LeaseClaim claim;
  private final LeaderElectionOptions options;
  private final String identity;
  private final Timeline timeline;
  private final DoubleSupplier random;
  private final LongAdder slowPaths = new LongAdder();
  private final OutageLog outages;

  private volatile boolean leading;

  /**
   * @param identity unique among all processes and runs
   * @param random random numbers from 0 to 1
   */
  public LeaderElector(
      LeaseLock lock,
      LeaderElectionOptions options,
      String identity,
      Timeline timeline,
      DoubleSupplier random) {
    this.lock = lock;
    this.claim = new LeaseClaim(lock, identity, options.leaseDuration(), timeline);
    this.options = options;
    this.identity = identity;
    this.timeline = timeline;
    this.random = random;
    this.outages = new OutageLog(LOG, "lease " + lock.key(), timeline::now);
  }

  /** Blocks until this process holds the Lease. */
  public void acquire() throws InterruptedException {
    LOG.info("attempting to acquire leader lease {}", lock.key());
    while (!tryToTake()) {
      timeline.sleep(retryPeriodWithJitter());
    }
    leading = true;
    LOG.info("successfully acquired lease {}", lock.key());
  }

  /** Renews the Lease until that fails; returns when it is lost. */
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

  /** Releases the Lease if this process holds it. Call it after all writes have ended. */
  public void release() {
    leading = false;
    try {
      if (claim.readAndRelease()) {
        LOG.info("released lease {}", lock.key());
      }
    } catch (KubernetesApiException failure) {
      LOG.warn("lease not released, other replicas wait until it expires: {}", failure.text());
    }
  }

  /** Whether this process holds the Lease, to its knowledge. */
  public boolean isLeading() {
    return leading;
  }

  /**
   * Time until another process may take the Lease, measured from the start of the last successful
   * renewal.
   */
  @Override
  public Duration remaining(String namespace) {
    return remaining();
  }

  /** Time until another process may take the Lease. */
  public Duration remaining() {
    return claim.remaining();
  }

  /**
   * How long the Lease has been expired although this process considers itself the leader; zero
   * otherwise.
   */
  public Duration overdue() {
    Duration left = remaining();
    return leading && left.isNegative() ? left.negated() : Duration.ZERO;
  }

  /** The number of renewals that had to read the Lease first. */
  public long slowPaths() {
    return slowPaths.sum();
  }

  public String identity() {
    return identity;
  }

  /** The metadata of the last observed Lease. */
  public ObjectMeta lease() {
    Lease known = claim.observed();
    return known == null ? ObjectMeta.EMPTY : known.metadata();
  }

  public String leaseName() {
    return lock.key().name();
  }

  private Duration retryPeriodWithJitter() {
    double factor = 1 + JITTER * random.getAsDouble();
    return Duration.ofNanos((long) (options.retryPeriod().toNanos() * factor));
  }

  private boolean tryToTake() {
    if (leading && claim.isMine()) {
      try {
        claim.take();
        outages.over();
        return true;
      } catch (KubernetesApiException failure) {
        slowPaths.increment();
        outages.met("not renewed at once: " + failure.text());
      }
    }
    try {
      boolean taken = readAndTake();
      if (taken || !leading) {
        outages.over();
      }
      return taken;
    } catch (KubernetesApiException failure) {
      outages.met("not acquired: " + failure.text());
      return false;
    }
  }

  private boolean readAndTake() throws KubernetesApiException {
    Lease known = claim.observed();
    Lease current = claim.read();
    if (current == null) {
      claim.createFirst();
      return true;
    }
    LeaseRecord record = current.record();
    if (!record.isFree() && !record.isHeldBy(identity) && !claim.isExpired()) {
      reportHolder(known, record);
      return false;
    }
    claim.take();
    return true;
  }

  /**
   * @param known the Lease as observed before
   */
  private void reportHolder(@Nullable Lease known, LeaseRecord record) {
    if (leading && known != null && known.record().isHeldBy(identity)) {
      LOG.warn("lease {}: taken by \"{}\"; writes stop", lock.key(), record.holder());
    } else {
      LOG.debug("lease is held by {}", record.holder());
    }
  }
}
