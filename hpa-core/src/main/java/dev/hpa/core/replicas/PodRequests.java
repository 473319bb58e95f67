package dev.hpa.core.replicas;

import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityRules;
import dev.hpa.core.options.RequestBase;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.core.settings.UpstreamFix;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The resource request of a pod, in milli-units, as the base of utilization; its limit if {@link
 * UpstreamDifferences#utilizationBase} is {@code LIMITS}.
 *
 * <p>The first applicable rule: for a ContainerResource metric, the request of the named container;
 * for a pod with pod-level requests, the request as the scheduler computes it, including overhead;
 * otherwise the sum over containers and sidecars, each of which must declare the resource. During
 * an in-place resize these are the requests of the spec, unless the {@link RequestBase} is {@code
 * ALLOCATED}.
 *
 * @param container name of the container; null for the whole pod
 * @param podLevel whether requests of whole pods count
 * @param ofLimits whether limits are read in place of requests
 * @param withOverhead whether the overhead counts for requests of whole pods
 * @param rules how quantities are converted and added
 */
public record PodRequests(
    String resource,
    @Nullable String container,
    boolean podLevel,
    boolean ofLimits,
    boolean withOverhead,
    QuantityRules rules,
    RequestBase base)
    implements Comparable<PodRequests> {

  private static final Comparator<PodRequests> ORDER =
      Comparator.comparing(PodRequests::resource)
          .thenComparing(requests -> Objects.requireNonNullElse(requests.container, ""))
          .thenComparing(PodRequests::podLevel)
          .thenComparing(PodRequests::ofLimits)
          .thenComparing(PodRequests::withOverhead)
          .thenComparing(PodRequests::rules)
          .thenComparing(PodRequests::base);

  @Override
  public int compareTo(PodRequests other) {
    return ORDER.compare(this, other);
  }

  /**
   * @param container name of the container; null for the whole pod
   */
  public static PodRequests of(String resource, @Nullable String container, Settings settings) {
    return new PodRequests(
        resource,
        container,
        settings.podLevelResources(),
        settings.differences().utilizationBase() == UpstreamDifferences.UtilizationBase.LIMITS,
        !settings.has(UpstreamFix.POD_OVERHEAD),
        settings.quantities(),
        RequestBase.SPEC);
  }

  /** A copy with another base. */
  public PodRequests basedOn(RequestBase other) {
    return new PodRequests(resource, container, podLevel, ofLimits, withOverhead, rules, other);
  }

  /** Milli-units requested by the pod. */
  public long of(Pod pod) throws MetricProblem {
    PodResources others = base == RequestBase.ALLOCATED ? inEffect(pod) : null;
    if (others == null && ofLimits) {
      others = pod.resources().limits();
    }
    return ofSpec(others == null ? pod : pod.with(others));
  }

  /** What utilization is measured against in the spec of a pod. */
  private PodResources resources(Pod pod) {
    PodResources limits = ofLimits ? pod.resources().limits() : null;
    return limits == null ? pod.resources() : limits;
  }

  /** The same until an in-place resize is complete; null if it is that of the spec. */
  public @Nullable PodResources inEffect(Pod pod) {
    return resources(pod).inEffect();
  }

  private long ofSpec(Pod pod) throws MetricProblem {
    PodResources resources = pod.resources();
    if (container != null) {
      return ofContainer(pod, container);
    }
    if (podLevel && hasPodLevelRequests(resources)) {
      return ofWholePod(pod);
    }
    long sum = 0;
    for (PodResources.Container each : resources.containers()) {
      sum += declared(each, pod);
    }
    for (PodResources.Container each : resources.initContainers()) {
      if (each.sidecar()) {
        sum += declared(each, pod);
      }
    }
    return sum;
  }

  private String noun() {
    return ofLimits ? "limit" : "request";
  }

  private long ofContainer(Pod pod, String name) throws MetricProblem {
    PodResources resources = pod.resources();
    PodResources.Container found =
        Stream.concat(
                resources.containers().stream(),
                resources.initContainers().stream().filter(PodResources.Container::sidecar))
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElse(null);
    if (found == null) {
      throw new MetricProblem("container " + name + " not found in Pod " + pod.name());
    }
    return declared(found, pod);
  }

  private long declared(PodResources.Container each, Pod pod) throws MetricProblem {
    Quantity request = each.requests().get(resource);
    if (request == null) {
      throw new MetricProblem(
          "missing "
              + noun()
              + " for "
              + resource
              + " in container "
              + each.name()
              + " of Pod "
              + pod.name());
    }
    return request.milliValue(rules);
  }

  /** The overhead of the pod that its request includes, in milli-units. */
  public long overheadOf(Pod pod) {
    Quantity overhead = pod.resources().overhead().get(resource);
    return overhead == null
            || !withOverhead
            || container != null
            || !podLevel
            || !hasPodLevelRequests(resources(pod))
        ? 0
        : overhead.milliValue(rules);
  }

  private static boolean hasPodLevelRequests(PodResources resources) {
    for (String name : resources.podRequests().keySet()) {
      if (name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-")) {
        return true;
      }
    }
    return false;
  }

  private long ofWholePod(Pod pod) throws MetricProblem {
    PodResources resources = pod.resources();
    Quantity ofPod = resources.podRequests().get(resource);
    Quantity request = ofPod != null ? ofPod : ofContainersTogether(resources);
    Quantity overhead = withOverhead ? resources.overhead().get(resource) : null;
    if (request == null && overhead == null) {
      throw new MetricProblem(
          "missing pod-level " + noun() + " for " + resource + " in Pod " + pod.name());
    }
    return sum(request, overhead).milliValue(rules);
  }

  /**
   * The larger of the sum over containers and sidecars and the peak while init containers run, as
   * the scheduler computes it.
   */
  private @Nullable Quantity ofContainersTogether(PodResources resources) {
    Quantity running = total(resources.containers());
    Quantity sidecars = null;
    Quantity peak = null;
    for (PodResources.Container each : resources.initContainers()) {
      Quantity request = each.requests().get(resource);
      if (each.sidecar()) {
        running = sumOrNull(running, request);
        sidecars = sumOrNull(sidecars, request);
        peak = larger(peak, sidecars);
      } else {
        peak = larger(peak, sumOrNull(request, sidecars));
      }
    }
    return larger(running, peak);
  }

  private @Nullable Quantity total(List<PodResources.Container> containers) {
    Quantity total = null;
    for (PodResources.Container each : containers) {
      total = sumOrNull(total, each.requests().get(resource));
    }
    return total;
  }

  private static @Nullable Quantity larger(@Nullable Quantity a, @Nullable Quantity b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return b.compareTo(a) > 0 ? b : a;
  }

  private @Nullable Quantity sumOrNull(@Nullable Quantity a, @Nullable Quantity b) {
    return a == null && b == null ? null : sum(a, b);
  }

  private Quantity sum(@Nullable Quantity a, @Nullable Quantity b) {
    if (a == null || b == null) {
      Quantity only = a == null ? b : a;
      return only == null ? Quantity.of(0, Quantity.Format.DECIMAL_SI) : only;
    }
    return a.plus(b, rules);
  }

  /** Milli-units requested by each pod; computed once for consecutive pods with equal resources. */
  long[] ofEach(List<Pod> pods) throws MetricProblem {
    long[] amounts = new long[pods.size()];
    PodResources same = null;
    long amount = 0;
    for (int i = 0; i < amounts.length; i++) {
      Pod pod = pods.get(i);
      if (!pod.resources().equals(same)) {
        amount = of(pod);
        same = pod.resources();
      }
      amounts[i] = amount;
    }
    return amounts;
  }
}
