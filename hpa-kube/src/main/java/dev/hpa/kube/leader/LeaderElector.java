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
 * Leader election with a Lease by the rules of client-go, so that this controller and
 * kube-controller-manager can be replicas of each other.
 *
 * <p>The validity of a Lease is measured from the time at which this process observed it change,
 * never from the times in it: clock skew has no effect, and a new process waits for a full lease
 * duration.
 *
 * <p>One thread calls {@link #acquire} and {@link #hold}; all other methods are thread-safe.
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
  private final OutageLog outages;

  private @Nullable Lease observed;
  private Instant observedAt = Instant.MIN;
  private volatile @Nullable Instant renewed;
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
    renewed = null;
    try {
      Lease lease = lock.read();
      if (lease != null && lease.record().isHeldBy(identity)) {
        lock.replace(lease, lease.record().released(timeline.wall()));
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
  public Duration remaining() {
    Instant last = renewed;
    return last == null
        ? Duration.ZERO
        : Duration.between(timeline.now(), last.plus(leaseDuration()));
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
    Lease known = observed;
    return known == null
        ? ObjectMeta.EMPTY
        : Json.read(known.object().path("metadata"), ObjectMeta.class);
  }

  public String leaseName() {
    return lock.key().name();
  }

  /** Other processes read whole seconds. */
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
   * @param known the Lease as observed before
   */
  private void reportHolder(@Nullable Lease known, LeaseRecord record) {
    if (leading && known != null && known.record().isHeldBy(identity)) {
      LOG.warn("lease {}: taken by \"{}\"; writes stop", lock.key(), record.holder());
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
   * @param sent start of the request; the new lease duration may begin that early
   */
  private void taken(Lease lease, Instant sent) {
    observed = lease;
    observedAt = timeline.now();
    renewed = sent;
  }
}
