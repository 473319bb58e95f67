package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.cli.manifests.Inventory.Autoscaler;
import dev.hpa.cli.manifests.Inventory.ScalableObject;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.simulation.PodShape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Creates a variant for each autoscaler in the files, with its workload. */
final class Variants {

  private static final String DEPLOYMENT = "Deployment";

  /** The workloads that are simulated as they are. */
  private static final Set<String> KINDS =
      Set.of("apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet", "/ReplicationController");

  private final Inventory inventory;
  private final SimulateOptions options;

  private Variants(Inventory inventory, SimulateOptions options) {
    this.inventory = inventory;
    this.options = options;
  }

  /** The variants in the order of the files. */
  static List<Variant> of(Inventory inventory, SimulateOptions options)
      throws UnusableInputException {
    return new Variants(inventory, options).all();
  }

  private List<Variant> all() throws UnusableInputException {
    if (inventory.autoscalers().isEmpty()) {
      throw new UnusableInputException(
          String.join(", ", options.manifests())
              + ": contains no HorizontalPodAutoscaler; add"
              + " one");
    }
    Map<Autoscaler, String> names = names();
    List<Variant> variants = new ArrayList<>();
    for (Autoscaler autoscaler : inventory.autoscalers()) {
      add(variants, variant(autoscaler, String.valueOf(names.get(autoscaler))));
    }
    boolean made =
        inventory.autoscalers().stream().anyMatch(each -> inventory.targetOf(each).isEmpty());
    if (!made && !(options.requests().isEmpty() && options.limits().isEmpty())) {
      throw new UnusableInputException(
          "--request, --limit: all workloads are in the files; set requests and limits" + " there");
    }
    return variants;
  }

  /** Adds a variant; with {@code --forecast}, one without and one with the forecast. */
  private void add(List<Variant> variants, Variant variant) {
    ForecastVariant forecast = options.forecast();
    if (forecast == null) {
      variants.add(variant);
    } else {
      variants.add(ForecastVariant.without(variant));
      variants.add(forecast.of(variant));
    }
  }

  /** The shortest unique names: file name, with the autoscaler, with the path. */
  private Map<Autoscaler, String> names() {
    Map<Autoscaler, String> names = new LinkedHashMap<>();
    inventory.autoscalers().forEach(each -> names.put(each, stem(each.file())));
    lengthen(names, each -> stem(each.file()) + ":" + each.value().metadata().nameOrEmpty());
    lengthen(names, Autoscaler::place);
    return names;
  }

  private interface Naming {
    String name(Autoscaler autoscaler);
  }

  private static void lengthen(Map<Autoscaler, String> names, Naming longer) {
    Map<String, Long> uses =
        names.values().stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    names.replaceAll((each, name) -> uses.getOrDefault(name, 0L) > 1 ? longer.name(each) : name);
  }

  private static String stem(String file) {
    Path name = Path.of(file).getFileName();
    return name == null ? file : name.toString().replaceFirst("(?<=.)\\..*$", "");
  }

  private Variant variant(Autoscaler autoscaler, String name) throws UnusableInputException {
    Optional<ScalableObject> found = inventory.targetOf(autoscaler);
    return found.isPresent()
        ? fromFile(autoscaler.value(), found.get(), name)
        : made(autoscaler, name);
  }

  private Variant fromFile(HorizontalPodAutoscaler hpa, ScalableObject object, String name)
      throws UnusableInputException {
    ObjectKey key = object.key();
    boolean isKnown = isKnown(key);
    JsonNode spec = Json.tree(object.json()).path("spec");
    return readable(
        object.place(),
        new Variant(
            name,
            hpa,
            (isKnown ? key.kind() : DEPLOYMENT) + " " + key.name(),
            replicas(object.place(), spec.path("replicas")),
            isOrdered(isKnown, key.kind())
                && !spec.path("podManagementPolicy").asText().equals("Parallel"),
            withDefaults(spec.at("/template/spec")),
            isKnown
                ? null
                : "a " + key.kind() + " is simulated as a Deployment with its template"));
  }

  private static boolean isKnown(ObjectKey key) {
    return KINDS.contains(key.group() + "/" + key.kind());
  }

  private static boolean isOrdered(boolean isKnown, String kind) {
    return isKnown && kind.equals("StatefulSet");
  }

  private int replicas(String place, JsonNode given) throws UnusableInputException {
    if (options.replicas() != null) {
      return options.replicas();
    }
    if (!given.isMissingNode() && !given.isNull() && !(given.isInt() && given.asInt() >= 0)) {
      throw new UnusableInputException(
          "%s: spec.replicas: \"%s\" is not a whole number from 0 on; correct it"
              .formatted(place, given.asText()));
    }
    return given.asInt(1);
  }

  private static JsonNode withDefaults(JsonNode podSpec) {
    JsonNode copy = podSpec.deepCopy();
    for (String list : List.of("initContainers", "containers")) {
      for (JsonNode container : copy.path(list)) {
        if (container instanceof ObjectNode object) {
          PodShape.defaultRequests(object);
        }
      }
    }
    return copy;
  }

  private Variant readable(String place, Variant variant) throws UnusableInputException {
    try {
      variant.requests();
      PodShape.of(variant.podSpec());
      return variant;
    } catch (RuntimeException malformed) {
      throw new UnusableInputException(
          "%s: spec.template: %s; correct it".formatted(place, malformed.getMessage()));
    }
  }

  private Variant made(Autoscaler autoscaler, String name) throws UnusableInputException {
    HorizontalPodAutoscaler hpa = autoscaler.value();
    requireRequests(autoscaler);
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    boolean isKnown =
        isKnown(ObjectKey.of(target.apiVersionOrEmpty(), target.kind(), "", target.name()));
    String workload = (isKnown ? target.kind() : DEPLOYMENT) + " " + target.name();
    String requests =
        options.requests().isEmpty() ? "no requests" : "requests " + text(options.requests());
    String limits = options.limits().isEmpty() ? "" : ", limits " + text(options.limits());
    Integer given = options.replicas();
    return new Variant(
        name,
        hpa,
        workload,
        given == null ? Math.max(1, hpa.spec().minReplicasOrDefault()) : given,
        isOrdered(isKnown, target.kind()),
        withDefaults(podSpec(hpa)),
        workload + " is not in the files: created with " + requests + limits);
  }

  /** One container, or one for each container in the metrics. */
  private ObjectNode podSpec(HorizontalPodAutoscaler hpa) {
    Set<String> names = new TreeSet<>();
    for (MetricSpec metric : hpa.spec().metricsOrEmpty()) {
      if (metric.containerResource() != null) {
        names.add(metric.containerResource().container());
      }
    }
    ObjectNode spec = JsonNodeFactory.instance.objectNode();
    ArrayNode containers = spec.putArray("containers");
    for (String each : names.isEmpty() ? Set.of("app") : names) {
      ObjectNode resources = containers.addObject().put("name", each).putObject("resources");
      options.requests().forEach(resources.putObject("requests")::put);
      options.limits().forEach(resources.putObject("limits")::put);
    }
    return spec;
  }

  private static String text(Map<String, String> amounts) {
    return amounts.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Utilization needs requests, which have no default. */
  private void requireRequests(Autoscaler autoscaler) throws UnusableInputException {
    TreeSet<String> missing = new TreeSet<>();
    for (MetricSpec metric : autoscaler.value().spec().metricsOrEmpty()) {
      if (metric.resource() != null) {
        addIfMissing(metric.resource().name(), metric.resource().target(), missing);
      }
      if (metric.containerResource() != null) {
        addIfMissing(
            metric.containerResource().name(), metric.containerResource().target(), missing);
      }
    }
    if (!missing.isEmpty()) {
      throw new UnusableInputException(
          autoscaler.place()
              + ": spec.metrics: utilization of "
              + String.join(" and ", missing)
              + " needs the requests of the pods; add the workload to the files, or give"
              + " --request "
              + missing.first()
              + "=500m");
    }
  }

  private void addIfMissing(String resource, MetricTarget target, Set<String> missing) {
    boolean requested =
        options.requests().containsKey(resource) || options.limits().containsKey(resource);
    if (target.averageUtilization() != null && !requested) {
      missing.add(resource);
    }
  }
}
