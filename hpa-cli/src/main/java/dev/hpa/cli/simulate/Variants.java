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
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.PodShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates a variant for each autoscaler in the files, with its workload. */
public final class Variants {

  /** Of HPAs in files that name none. */
  public static final String DEFAULT_NAMESPACE = "default";

  private static final String DEPLOYMENT = "Deployment";

  /** The workloads that are simulated as they are. */
  private static final Set<String> KINDS =
      Set.of("apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet", "/ReplicationController");

  private final Inventory inventory;
  private final @Nullable Integer replicas;
  private final Map<String, String> requests;
  private final Map<String, String> limits;

  /**
   * @param replicas the initial replicas; null for those in the files
   * @param requests of the containers of workloads that are not in the files, by resource
   * @param limits the same for limits
   */
  Variants(
      Inventory inventory,
      @Nullable Integer replicas,
      Map<String, String> requests,
      Map<String, String> limits) {
    this.inventory = inventory;
    this.replicas = replicas;
    this.requests = requests;
    this.limits = limits;
  }

  /**
   * The variants of autoscalers whose workloads are known.
   *
   * @param replicas the initial replicas; null for those of the workloads
   * @throws UnusableInputException if a workload is unusable
   */
  public static List<Variant> of(Inventory inventory, @Nullable Integer replicas)
      throws UnusableInputException {
    return new Variants(inventory, replicas, Map.of(), Map.of()).all();
  }

  /**
   * The autoscalers and workloads in files.
   *
   * @throws UnusableInputException if the files have a problem, or no autoscaler
   */
  public static Inventory inventory(List<String> files, Settings settings)
      throws IOException, UnusableInputException {
    Inventory inventory =
        Inventory.read(files, settings.version(), settings.gates(), DEFAULT_NAMESPACE);
    if (!inventory.problems().isEmpty()) {
      int more = inventory.problems().size() - 1;
      throw new UnusableInputException(
          inventory.problems().getFirst()
              + (more == 0 ? "" : " (and " + more + " more; run hpa lint to list all)"));
    }
    if (inventory.autoscalers().isEmpty()) {
      throw new UnusableInputException(
          String.join(", ", files) + ": contains no HorizontalPodAutoscaler; add one");
    }
    return inventory;
  }

  /** The variants in the order of the files. */
  List<Variant> all() throws UnusableInputException {
    Map<Autoscaler, String> names = names();
    List<Variant> variants = new ArrayList<>();
    for (Autoscaler autoscaler : inventory.autoscalers()) {
      variants.add(variant(autoscaler, String.valueOf(names.get(autoscaler))));
    }
    boolean made =
        inventory.autoscalers().stream().anyMatch(each -> inventory.targetOf(each).isEmpty());
    if (!made && !(requests.isEmpty() && limits.isEmpty())) {
      throw new UnusableInputException(
          "--request, --limit: all workloads are in the files; set requests and limits" + " there");
    }
    return variants;
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
    if (replicas != null) {
      return replicas;
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
    return new Variant(
        name,
        hpa,
        workload,
        replicas == null ? Math.max(1, hpa.spec().minReplicasOrDefault()) : replicas,
        isOrdered(isKnown, target.kind()),
        withDefaults(podSpec(hpa)),
        workload
            + " is not in the files: created with "
            + (requests.isEmpty() ? "no requests" : "requests " + text(requests))
            + (limits.isEmpty() ? "" : ", limits " + text(limits)));
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
      requests.forEach(resources.putObject("requests")::put);
      limits.forEach(resources.putObject("limits")::put);
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
    boolean requested = requests.containsKey(resource) || limits.containsKey(resource);
    if (target.averageUtilization() != null && !requested) {
      missing.add(resource);
    }
  }
}
