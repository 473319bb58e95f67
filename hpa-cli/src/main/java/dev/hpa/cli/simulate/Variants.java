package dev.hpa.cli.simulate;

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
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.proto.ObjectSchema;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Creates a variant for each autoscaler in the files, with its workload. */
final class Variants {

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
    ResourceType type = ResourceTypes.ofKind(key.group(), key.kind());
    ObjectNode given = (ObjectNode) Json.tree(object.json());
    String apiVersion = given.path("apiVersion").asText();
    if (type != null && type.scale() != null) {
      if (!apiVersion.equals(type.storedVersion().apiVersion())) {
        throw new UnusableInputException(
            object.place()
                + ": apiVersion: "
                + apiVersion
                + " is no longer served; write "
                + type.storedVersion().apiVersion());
      }
      return new Variant(name, hpa, type, stored(object.place(), type, given), null);
    }
    ObjectNode deployment = SyntheticWorkload.deploymentOf(given);
    return new Variant(
        name,
        hpa,
        ResourceTypes.DEPLOYMENTS,
        stored(object.place(), ResourceTypes.DEPLOYMENTS, deployment),
        "a " + key.kind() + " is simulated as a Deployment with its template");
  }

  private Variant made(Autoscaler autoscaler, String name) throws UnusableInputException {
    HorizontalPodAutoscaler hpa = autoscaler.value();
    requireRequests(autoscaler);
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    ResourceType known = ResourceTypes.ofKind(SyntheticWorkload.group(target), target.kind());
    ResourceType type = known == null || known.scale() == null ? ResourceTypes.DEPLOYMENTS : known;
    ObjectNode workload = SyntheticWorkload.of(hpa, type, options.requests(), options.limits());
    String requests =
        options.requests().isEmpty() ? "no requests" : "requests " + text(options.requests());
    String limits = options.limits().isEmpty() ? "" : ", limits " + text(options.limits());
    return new Variant(
        name,
        hpa,
        type,
        stored(autoscaler.place(), type, workload),
        type.kind()
            + " "
            + target.name()
            + " is not in the files: created"
            + " with "
            + requests
            + limits);
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

  /** The object as the sandbox's API server would store it. */
  private ObjectNode stored(String place, ResourceType type, ObjectNode given)
      throws UnusableInputException {
    String json = Json.text(given);
    String apiVersion = type.storedVersion().apiVersion();
    ObjectSchema schema =
        Objects.requireNonNull(ObjectSchema.of(apiVersion, type.kind()), type.kind());
    try {
      List<String> ignored = schema.unknownFields(given);
    } catch (ProtobufFormatException mismatch) {
      throw new UnusableInputException(place + ": " + mismatch.getMessage());
    }
    ObjectNode workload = type.storedVersion().toStored().apply(json);
    if (options.replicas() != null) {
      workload.withObject("/spec").put("replicas", options.replicas());
    }
    return workload;
  }
}
