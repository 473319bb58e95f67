package dev.hpa.metrics.resource;

import dev.hpa.kube.discovery.ApiGroup;
import dev.hpa.kube.discovery.Discovery;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests in the first accepted version of {@code metrics.k8s.io} that the server serves. It
 * discovers the served versions once per hour, and again if a request contradicts them; while none
 * is known, once per period. With one accepted version it discovers nothing.
 *
 * <p>A served version may not work: an APIService may remain after its server was downgraded, and
 * then requests fail with 404, and with 503 as soon as the APIService is unavailable. The request
 * is then sent in the next served version. For the rest of the period, a version is not used after
 * 503, and after 404 if the next version works. The last accepted version is the default: it is
 * requested if no accepted version is served, and before the others while discovery has always
 * failed.
 *
 * <p>Thread-safe.
 */
final class VersionNegotiation {

  /** How long discovered versions are used, unless a request contradicts them. */
  static final Duration DISCOVERY = Duration.ofHours(1);

  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;

  private final Discovery discovery;
  private final InstantSource clock;
  private final Duration period;
  private final List<ResourceMetricsVersion> accepted;
  private final ReentrantLock discovering = new ReentrantLock();
  private volatile @Nullable Served known;

  /**
   * @param period how long a version is not used that does not work, and the time between two
   *     discoveries that find none; positive
   * @param accepted versions in the order of preference; at least one
   */
  VersionNegotiation(
      KubernetesApi api,
      InstantSource clock,
      Duration period,
      List<ResourceMetricsVersion> accepted) {
    this.discovery = new Discovery(api);
    this.clock = clock;
    this.period = period;
    this.accepted = List.copyOf(accepted);
  }

  /** The versions that may be requested, in the order of preference. */
  List<ResourceMetricsVersion> accepted() {
    return accepted;
  }

  /** A request in a version. */
  @FunctionalInterface
  interface Call<T> {
    T in(ResourceMetricsVersion version) throws KubernetesApiException;
  }

  /**
   * What is known of the server.
   *
   * @param until when to discover again
   * @param versions accepted and served versions, in the order of preference
   * @param failed those that do not work
   * @param retry when to use these again
   */
  private record Served(
      Instant until,
      List<ResourceMetricsVersion> versions,
      Set<ResourceMetricsVersion> failed,
      Instant retry) {

    Served without(Set<ResourceMetricsVersion> more, Instant retried) {
      Set<ResourceMetricsVersion> all = EnumSet.noneOf(ResourceMetricsVersion.class);
      all.addAll(failed);
      all.addAll(more);
      return new Served(until, versions, all, failed.isEmpty() ? retried : retry);
    }

    /** A copy in which all versions are used again, if it is time. */
    Served at(Instant now) {
      return failed.isEmpty() || now.isBefore(retry)
          ? this
          : new Served(until, versions, Set.of(), now);
    }

    Optional<ResourceMetricsVersion> best() {
      return versions.stream().filter(each -> !failed.contains(each)).findFirst();
    }
  }

  /**
   * Sends a request; repeats it in another version if the first one does not work.
   *
   * @throws KubernetesApiException the failure of the last request
   */
  <T> T call(Call<T> request) throws KubernetesApiException {
    if (accepted.size() == 1) {
      return request.in(accepted.getFirst());
    }
    Served served = served();
    ResourceMetricsVersion version = choose(served);
    Set<ResourceMetricsVersion> notFound = EnumSet.noneOf(ResourceMetricsVersion.class);
    while (true) {
      try {
        T result = request.in(version);
        if (!notFound.isEmpty()) {
          known = without(served, notFound);
        }
        return result;
      } catch (KubernetesApiException failure) {
        served = afterFailure(served, version, failure, notFound);
        version = without(served, notFound).best().orElseThrow(() -> failure);
      }
    }
  }

  private ResourceMetricsVersion choose(Served served) {
    List<ResourceMetricsVersion> all = served.versions().isEmpty() ? accepted : served.versions();
    return served.best().orElse(all.getLast());
  }

  /**
   * Returns what is known after a request that contradicts it: a served version is unavailable or
   * not found.
   *
   * @param notFound the versions for which the request failed with 404; one is added
   * @throws KubernetesApiException any other failure
   */
  private Served afterFailure(
      Served served,
      ResourceMetricsVersion version,
      KubernetesApiException failure,
      Set<ResourceMetricsVersion> notFound)
      throws KubernetesApiException {
    boolean isUnavailable = failure.code() == UNAVAILABLE;
    boolean isContradiction =
        served.versions().contains(version) && !served.failed().contains(version);
    if (!isContradiction || (!isUnavailable && failure.code() != NOT_FOUND)) {
      throw failure;
    }
    Served updated =
        isUnavailable
            ? without(served, Set.of(version))
            : notFound.isEmpty() ? without(discover(served), served.failed()) : served;
    if (!isUnavailable) {
      notFound.add(version);
    }
    known = updated;
    return updated;
  }

  private Served without(Served served, Set<ResourceMetricsVersion> versions) {
    return served.without(versions, clock.instant().plus(period));
  }

  /** Discovers at most once at a time; meanwhile other threads use what was known before. */
  private Served served() {
    Served before = known;
    if (before == null) {
      discovering.lock();
    } else if (isCurrent(before) || !discovering.tryLock()) {
      return before.at(clock.instant());
    }
    try {
      Served latest = known;
      if (latest == null || !isCurrent(latest)) {
        latest = discover(latest);
        known = latest;
      }
      return latest.at(clock.instant());
    } finally {
      discovering.unlock();
    }
  }

  private boolean isCurrent(Served served) {
    return clock.instant().isBefore(served.until());
  }

  /** Returns the served versions; if discovery fails, those known before, or all. */
  private Served discover(@Nullable Served before) {
    List<ResourceMetricsVersion> versions;
    boolean isFound = true;
    try {
      versions = discovery.group(ResourceMetricsVersion.GROUP).map(this::served).orElse(List.of());
    } catch (KubernetesApiException unknown) {
      versions = before == null ? accepted.reversed() : before.versions();
      isFound = false;
    }
    Instant now = clock.instant();
    Duration lasting =
        isFound && !versions.isEmpty() && period.compareTo(DISCOVERY) < 0 ? DISCOVERY : period;
    return new Served(now.plus(lasting), versions, Set.of(), now);
  }

  private List<ResourceMetricsVersion> served(ApiGroup group) {
    return accepted.stream()
        .filter(
            each ->
                group.versions().stream()
                    .flatMap(version -> ResourceMetricsVersion.named(version.version()).stream())
                    .anyMatch(each::equals))
        .toList();
  }
}
