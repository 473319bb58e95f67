package dev.hpa.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.query.LoadQueries;
import dev.hpa.cli.query.PastSeries;
import dev.hpa.cli.query.PodNamePattern;
import dev.hpa.cli.query.UsageRate;
import dev.hpa.cli.simulate.PodTimes;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An HPA with its workload. Only reads.
 *
 * @param inventory the HPA, and its target with the template of a pod
 * @param podNames a regular expression of the names of its pods at any time; empty if unknown
 * @param times how long its pods took to start; empty if none is known to be ready
 */
public record Subject(
    Inventory inventory, Optional<String> podNames, Optional<PodTimesSeen> times) {

  /** The HPA, as it is now. */
  public HorizontalPodAutoscaler hpa() {
    return inventory.autoscalers().getFirst().value();
  }

  /** The name of the HPA. */
  public NamespacedName name() {
    return NamespacedName.of(hpa().metadata());
  }

  /** The target with the template of a pod; empty if it is not known. */
  public Optional<Inventory.ScalableObject> target() {
    return inventory.targetOf(inventory.autoscalers().getFirst());
  }

  /** The times of pods with those that were seen, if any were. */
  public PodTimes timesOr(PodTimes given) {
    return times.map(seen -> given.seen(seen.start(), seen.readiness())).orElse(given);
  }

  /**
   * The series of the HPA and its workload.
   *
   * @param labels that all of them have
   * @throws UnusableInputException if the names of its pods are unknown
   */
  public PastSeries series(Map<String, String> labels) throws UnusableInputException {
    return new PastSeries(hpa(), requirePodNames(), labels);
  }

  /**
   * The queries of the past load.
   *
   * @param labels that all series have
   * @param rate how CPU usage is computed
   * @throws UnusableInputException if a metric has none
   */
  public LoadQueries queries(
      Map<String, String> labels, LoadQueries.MetricRules rules, UsageRate rate)
      throws UnusableInputException {
    try {
      return LoadQueries.of(series(labels), rules, rate);
    } catch (LoadQueries.NoQueryException none) {
      throw new UnusableInputException(String.valueOf(none.getMessage()));
    }
  }

  /**
   * A regular expression of the names of its pods at any time.
   *
   * @throws UnusableInputException if they are unknown
   */
  public String requirePodNames() throws UnusableInputException {
    if (podNames.isEmpty()) {
      throw new UnusableInputException(
          "the names of the pods of a %s are not known; give --query"
              .formatted(hpa().spec().scaleTargetRef().kind()));
    }
    return podNames.get();
  }

  /** An HPA of a file, with the workloads of all files. */
  public static Subject of(
      Inventory.Autoscaler autoscaler, List<Inventory.ScalableObject> workloads) {
    return new Subject(
        new Inventory(List.of(autoscaler), workloads, List.of(), List.of()),
        PodNamePattern.of(autoscaler.value().spec().scaleTargetRef()),
        Optional.empty());
  }

  /**
   * Reads a live HPA.
   *
   * @throws KubernetesApiException if the HPA or its pods cannot be read
   * @throws ScaleException if the scale of its target cannot be read
   * @throws UnusableInputException if it has no pods, because its scale has no selector
   */
  static Subject read(LiveReader reader, ScaleClient scales, NamespacedName name)
      throws KubernetesApiException, ScaleException, UnusableInputException {
    HorizontalPodAutoscaler hpa = reader.autoscaler(name).value();
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    Scale scale = scales.read(name.namespace(), target).scale();
    if (scale.selector().isEmpty()) {
      throw new UnusableInputException(
          "the HPA target's scale is missing a selector, so the HPA cannot scale; set"
              + " labelSelectorPath of the scale subresource of "
              + target.kind());
    }
    Optional<String> known = PodNamePattern.of(target);
    SeenPods pods = new SeenPods(known.isEmpty());
    reader.pods(name.namespace(), scale.selector(), pods::add);
    if (pods.containers.isEmpty()) {
      reader.target(hpa).ifPresent(object -> pods.keep(object.at("/spec/template")));
    }
    String place = "HPA " + name;
    return new Subject(
        new Inventory(
            List.of(new Inventory.Autoscaler(place, place, hpa)),
            pods.containers.isEmpty()
                ? List.of()
                : List.of(workload(place, hpa, scale, pods.containers)),
            List.of(),
            List.of()),
        known.or(pods::pattern),
        pods.times.medians());
  }

  /** What is kept of the pods: the containers of one, their times and their names. */
  private static final class SeenPods {
    private final boolean areNamesKept;
    private final ObjectNode containers = JsonNodeFactory.instance.objectNode();
    private final Set<String> prefixes = new TreeSet<>();
    private final PodTimesSeen.Samples times = new PodTimesSeen.Samples();

    SeenPods(boolean areNamesKept) {
      this.areNamesKept = areNamesKept;
    }

    void add(JsonNode pod) {
      if (containers.isEmpty()) {
        keep(pod);
      }
      String prefix = pod.path("metadata").path("generateName").asText();
      if (areNamesKept && !prefix.isEmpty()) {
        prefixes.add(prefix);
      }
      times.add(pod);
    }

    /** Keeps the containers of a pod or a template. */
    void keep(JsonNode pod) {
      Subject.keep(pod, containers, "containers");
      Subject.keep(pod, containers, "initContainers");
      if (pod.at("/spec/resources").isObject()) {
        containers.set("resources", pod.at("/spec/resources"));
      }
    }

    Optional<String> pattern() {
      return prefixes.isEmpty() ? Optional.empty() : Optional.of(PodNamePattern.of(prefixes));
    }
  }

  /** The target with the containers of a pod, whatever its kind. */
  private static Inventory.ScalableObject workload(
      String place, HorizontalPodAutoscaler hpa, Scale scale, ObjectNode containers) {
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", target.apiVersionOrEmpty()).put("kind", target.kind());
    object
        .putObject("metadata")
        .put("name", target.name())
        .put("namespace", hpa.metadata().namespaceOrEmpty());
    ObjectNode spec = object.putObject("spec");
    spec.put("replicas", scale.specReplicas());
    spec.putObject("selector").putObject("matchLabels").put("app", target.name());
    ObjectNode template = spec.putObject("template");
    template.putObject("metadata").putObject("labels").put("app", target.name());
    template.set("spec", containers);
    return new Inventory.ScalableObject(
        place,
        place,
        Json.text(object),
        ObjectKey.of(
            target.apiVersionOrEmpty(),
            target.kind(),
            hpa.metadata().namespaceOrEmpty(),
            target.name()));
  }

  private static void keep(JsonNode pod, ObjectNode podSpec, String field) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (JsonNode each : pod.path("spec").path(field)) {
      ObjectNode kept = list.addObject();
      for (String name : List.of("name", "image", "restartPolicy", "resources")) {
        if (each.has(name)) {
          kept.set(name, each.get(name));
        }
      }
    }
    if (!list.isEmpty()) {
      podSpec.set(field, list);
    }
  }
}
