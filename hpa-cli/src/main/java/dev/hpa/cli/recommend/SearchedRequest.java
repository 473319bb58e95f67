package dev.hpa.cli.recommend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.recommend.Dimension.Choice;
import dev.hpa.cli.simulate.ReplayInputs;
import dev.hpa.core.pods.PodResources;
import dev.hpa.simulation.ReplayFigures;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The CPU request of a pod as a property that is searched; a request is the sum of its containers,
 * in millicores, and is divided among them as today's is. Immutable.
 */
final class SearchedRequest {
  private static final int[] SERIES = {100, 125, 160, 200, 250, 320, 400, 500, 640, 800};
  private static final String CPU = "cpu";

  /** Clouds take about as much for a core as for so many GiB. */
  private static final double GIB_PER_CORE = 8;

  private static final double MILLI = 1000;
  private static final double GIB = 1 << 30;
  private static final int LEAST = 8;
  private static final int MOST = 4;

  private final ReplayInputs inputs;
  private final PodResources resources;
  private final long today;
  private final double gib;
  private final Dimension dimension;

  private SearchedRequest(ReplayInputs inputs, boolean keepsThreshold) {
    this.inputs = inputs;
    this.resources = inputs.workload().resources();
    this.today = Math.round(sum(resources, CPU) * MILLI);
    this.gib = sum(resources, "memory") / GIB;
    this.dimension = dimension(keepsThreshold);
  }

  /**
   * The requests of the pods of an HPA.
   *
   * @param keepsThreshold whether targets in percent change with the request, so that the usage at
   *     which pods are added stays
   * @throws UsageException if the pods have no CPU request, or the load is not CPU
   */
  static SearchedRequest of(ReplayInputs inputs, boolean keepsThreshold) {
    PodResources resources = inputs.workload().resources();
    if (!resources.podRequests().isEmpty() || sum(resources, CPU) == 0) {
      throw new UsageException(
          "--requests: the containers have no CPU request; set one, or remove the option");
    }
    if (Double.isNaN(inputs.capacity().request())) {
      throw new UsageException(
          "--requests: the load is not CPU, so that what a pod uses is unknown; remove the option");
    }
    return new SearchedRequest(inputs, keepsThreshold);
  }

  private static double sum(PodResources resources, String resource) {
    List<PodResources.Container> all = new ArrayList<>(resources.containers());
    resources.initContainers().stream().filter(PodResources.Container::sidecar).forEach(all::add);
    return all.stream()
        .map(each -> each.requests().getOrDefault(resource, Quantity.ZERO))
        .mapToDouble(Quantity::approximateDouble)
        .sum();
  }

  Dimension dimension() {
    return dimension;
  }

  /** The request of a pod with a setting. */
  long of(SearchSpace space, List<Integer> setting) {
    int index = space.dimensions().indexOf(dimension);
    return index < 0 ? today : values().get(setting.get(index));
  }

  /** From an eighth of today's request to four times it, up to the limit. */
  private List<Long> values() {
    double limit = inputs.capacity().limit() * coresPerUnit() * MILLI;
    double most =
        Double.isNaN(limit) ? MOST * (double) today : Math.min(limit, MOST * (double) today);
    TreeSet<Long> values = new TreeSet<>(List.of(today));
    for (double decade = 0.1; decade <= MILLI; decade *= 10) {
      for (int each : SERIES) {
        long value = Math.round(each * decade);
        if (value * LEAST >= today && value <= most) {
          values.add(value);
        }
      }
    }
    return List.copyOf(values);
  }

  private double coresPerUnit() {
    return today / MILLI / inputs.capacity().request();
  }

  private Dimension dimension(boolean keepsThreshold) {
    List<Choice> choices = new ArrayList<>();
    for (long request : values()) {
      choices.add(
          keepsThreshold
              ? new Choice(
                  text(request) + targets(retargeted(inputs.hpa(), request)),
                  hpa -> retargeted(hpa, request))
              : new Choice(text(request), same -> same));
    }
    return new Dimension("request cpu", choices, values().indexOf(today));
  }

  private static String text(long request) {
    return Quantity.ofMilli(request, Quantity.Format.DECIMAL_SI).toString();
  }

  private static String targets(HorizontalPodAutoscaler hpa) {
    StringBuilder text = new StringBuilder();
    for (MetricSpec each : hpa.spec().metricsOrEmpty()) {
      if (isUtilization(each)) {
        text.append(" (target ").append(each.target().averageUtilization()).append(" %)");
      }
    }
    return text.toString();
  }

  private static boolean isUtilization(MetricSpec metric) {
    return CPU.equals(metric.resourceName()) && metric.target().averageUtilization() != null;
  }

  private HorizontalPodAutoscaler retargeted(HorizontalPodAutoscaler hpa, long request) {
    List<MetricSpec> metrics = new ArrayList<>();
    for (MetricSpec each : hpa.spec().metricsOrEmpty()) {
      Integer percent = each.target().averageUtilization();
      metrics.add(
          isUtilization(each) && percent != null
              ? each.withTarget(
                  MetricTarget.utilization(
                      (int) Math.max(1, Math.round((double) percent * today / request))))
              : each);
    }
    return hpa.withSpec(hpa.spec().withMetrics(metrics));
  }

  /** A workload whose pods have a request. */
  ReplayWorkload applied(ReplayWorkload workload, long request) {
    if (request == today) {
      return workload;
    }
    ReplayWorkload changed =
        workload.withResources(
            new PodResources(
                containers(resources.containers(), request),
                containers(resources.initContainers(), request),
                Map.of(),
                resources.overhead()));
    return inputs.capacity().isRequest()
        ? changed.withCapacity(workload.capacity() * request / today)
        : changed;
  }

  private List<PodResources.Container> containers(
      List<PodResources.Container> containers, long request) {
    return containers.stream()
        .map(
            each -> {
              Map<String, Quantity> requests = new LinkedHashMap<>(each.requests());
              requests.computeIfPresent(CPU, (name, old) -> part(old, request));
              return new PodResources.Container(each.name(), each.sidecar(), requests);
            })
        .toList();
  }

  private Quantity part(Quantity old, long request) {
    return Quantity.ofMilli(
        Math.ceilDiv(old.milliValue() * request, today), Quantity.Format.DECIMAL_SI);
  }

  /**
   * The figures with pod-hours of pods as large as today's, so that they are in proportion to what
   * is reserved. Usage above all that is reserved is not guaranteed, and counts as unserved.
   */
  ReplayFigures figures(ReplayFigures figures, ReplayWorkload workload, long request) {
    double reserved = figures.podHours() * request / MILLI;
    double used = mean(workload) * coresPerUnit() * 24 * figures.days();
    return figures
        .withPodHours(figures.podHours() * weight(request))
        .withUnservedOfAtLeast(part -> used == 0 ? 0 : 1 - part * reserved / used);
  }

  private static double mean(ReplayWorkload workload) {
    Samples demand = workload.demand();
    double sum = 0;
    int known = 0;
    for (int i = (int) workload.warmUp().dividedBy(workload.step()); i < demand.size(); i++) {
      if (!Double.isNaN(demand.at(i))) {
        sum += demand.at(i);
        known++;
      }
    }
    return known == 0 ? 0 : sum / known;
  }

  private double weight(long request) {
    double memory = gib / GIB_PER_CORE;
    return (request / MILLI + memory) / (today / MILLI + memory);
  }

  /** What is reserved per day, in cores times hours. */
  double coreHoursPerDay(ReplayFigures figures, long request) {
    return Analysis.podHoursPerDay(figures) / weight(request) * request / MILLI;
  }

  /** What is reserved per day, in GiB times hours. */
  double gibHoursPerDay(ReplayFigures figures, long request) {
    return Analysis.podHoursPerDay(figures) / weight(request) * gib;
  }

  long today() {
    return today;
  }

  /** Whether a busy node guarantees less than before. */
  boolean isRisky(long request) {
    return request < today && !inputs.capacity().isRequest();
  }

  /**
   * A strategic merge patch of the workload; empty if its request does not change, or its kind has
   * no such patches.
   */
  ObjectNode patch(long request) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    CrossVersionObjectReference target = inputs.hpa().spec().scaleTargetRef();
    if (request == today || !target.apiVersionOrEmpty().startsWith("apps/")) {
      return patch;
    }
    patch.put("apiVersion", target.apiVersionOrEmpty()).put("kind", target.kind());
    patch
        .putObject("metadata")
        .put("name", target.name())
        .put("namespace", inputs.hpa().metadata().namespaceOrEmpty());
    JsonNode spec = patch.putObject("spec").putObject("template").putObject("spec");
    list((ObjectNode) spec, "containers", containers(resources.containers(), request));
    list((ObjectNode) spec, "initContainers", containers(resources.initContainers(), request));
    return patch;
  }

  private static void list(ObjectNode spec, String name, List<PodResources.Container> containers) {
    for (PodResources.Container each : containers) {
      Quantity cpu = each.requests().get(CPU);
      if (cpu != null && (name.equals("containers") || each.sidecar())) {
        ObjectNode container = spec.withArray("/" + name).addObject().put("name", each.name());
        container.putObject("resources").putObject("requests").put(CPU, cpu.toString());
      }
    }
  }
}
