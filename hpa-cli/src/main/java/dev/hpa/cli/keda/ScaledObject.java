package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ScaledObject of KEDA, after the source of KEDA 2.18 to 2.21. What KEDA decides with its
 * autoscaler and beside it, the converted autoscaler decides alone.
 */
public final class ScaledObject {

  public static final String KIND = "ScaledObject";

  /** The only version that is converted. */
  public static final String API_VERSION = "keda.sh/v1alpha1";

  private final ConversionFindings findings = new ConversionFindings();
  private final Fields root;
  private final Fields metadata;
  private final Fields spec;
  private final Fields advanced;
  private final Fields config;
  private final PauseAnnotations pauses;

  private ScaledObject(JsonNode object) {
    root = new Fields(object, "", findings);
    metadata = root.object("metadata");
    spec = root.object("spec");
    advanced = spec.object("advanced");
    config = advanced.object("horizontalPodAutoscalerConfig");
    pauses = new PauseAnnotations(metadata.get("annotations"), findings);
  }

  /** Converts a ScaledObject. */
  public static Conversion convert(JsonNode object) {
    return new ScaledObject(object).converted();
  }

  /** The triggers whose target divides a share by the pods, by the paths of their thresholds. */
  public static Map<String, String> ratios(JsonNode object) {
    Fields spec = new ScaledObject(object).spec;
    Integer minimum = spec.integer("minReplicaCount", 0);
    return Triggers.ratios(spec.objects("triggers"), minimum == null ? 0 : minimum);
  }

  private Conversion converted() {
    String name = metadata.required("name");
    OptionAnnotations options = new OptionAnnotations(findings);
    options.copy(metadata.get("annotations"));
    List<Fields> given = spec.objects("triggers");
    Replicas replicas = Replicas.of(spec, pauses.isForced(), Triggers.areResources(given));
    replicas.checkCooldown(spec, config.object("behavior"));
    Triggers triggers = new Triggers(given, replicas, options, prefix(String.valueOf(name)));
    if (given.isEmpty()) {
      spec.problem("triggers", "is empty; add a trigger");
    }
    FallbackOptions.add(spec, pollingInterval(), triggers.hasResources(), options);
    boolean isFixed = triggers.isFixed() && !replicas.isToZero();
    pauses.pause(options, isFixed);
    ObjectNode autoscaler = Json.mapper().createObjectNode();
    autoscaler.put("apiVersion", HpaVersion.V2.apiVersion());
    autoscaler.put("kind", HorizontalPodAutoscaler.KIND);
    autoscaler.set("metadata", objectMeta(hpaName(String.valueOf(name)), options));
    autoscaler.set("spec", spec(replicas, triggers, isFixed));
    reportRest();
    return new Conversion(autoscaler, triggers.rules(), findings.all());
  }

  /** The namespace, which has no dot, and the name. */
  private String prefix(String name) {
    String namespace = metadata.text("namespace");
    return (namespace == null || namespace.isEmpty() ? name : namespace + "." + name)
        .toLowerCase(Locale.ROOT);
  }

  private @Nullable Integer pollingInterval() {
    Integer interval = spec.integer("pollingInterval", 1);
    if (interval != null) {
      spec.note(
          "pollingInterval", "is omitted; metrics are read each sync, see option sync-period");
    }
    return interval;
  }

  /** KEDA's default is not used: two autoscalers of one target are safer than none. */
  private String hpaName(String name) {
    String given = config.text("name");
    if (given == null || given.isEmpty()) {
      return name;
    }
    config.note(
        "name",
        "KEDA's HPA has this name too; apply the new one after the ScaledObject is deleted, since"
            + " KEDA deletes its HPA with it");
    return given;
  }

  private ObjectNode objectMeta(String name, OptionAnnotations options) {
    ObjectNode meta = Json.mapper().createObjectNode().put("name", name);
    String namespace = metadata.text("namespace");
    if (namespace != null && !namespace.isEmpty()) {
      meta.put("namespace", namespace);
    }
    Set<String> excluded = pauses.excludedLabels();
    ObjectNode labels = Json.mapper().createObjectNode();
    metadata
        .get("labels")
        .properties()
        .forEach(
            each -> {
              if (!excluded.contains(each.getKey())) {
                labels.set(each.getKey(), each.getValue());
              }
            });
    if (!labels.isEmpty()) {
      meta.set("labels", labels);
    }
    ObjectNode annotations = Json.mapper().createObjectNode();
    options.checked().forEach(annotations::put);
    if (!annotations.isEmpty()) {
      meta.set("annotations", annotations);
    }
    return meta;
  }

  private ObjectNode spec(Replicas replicas, Triggers triggers, boolean isFixed) {
    ObjectNode made = Json.mapper().createObjectNode();
    made.set("scaleTargetRef", target());
    made.put("minReplicas", replicas.min());
    made.put("maxReplicas", isFixed ? replicas.min() : replicas.max());
    if (!triggers.metrics().isEmpty()) {
      made.set("metrics", triggers.metrics());
    }
    JsonNode behavior = config.get("behavior");
    if (!behavior.isMissingNode()) {
      made.set("behavior", behavior.deepCopy());
    }
    pauses.disable(made);
    return made;
  }

  private ObjectNode target() {
    Fields reference = spec.object("scaleTargetRef");
    String apiVersion = reference.text("apiVersion");
    String kind = reference.text("kind");
    String name = reference.required("name");
    if (reference.has("envSourceContainerName")) {
      reference.note("envSourceContainerName", "is omitted: no environment is read");
    }
    reference.rejectUnread();
    return Json.mapper()
        .createObjectNode()
        .put("apiVersion", apiVersion == null || apiVersion.isEmpty() ? "apps/v1" : apiVersion)
        .put("kind", kind == null || kind.isEmpty() ? "Deployment" : kind)
        .put("name", name);
  }

  private void reportRest() {
    if (advanced.flag("restoreToOriginalReplicaCount", false)) {
      advanced.note(
          "restoreToOriginalReplicaCount",
          "is omitted; set it to false before you delete the ScaledObject, or KEDA changes the"
              + " replicas then");
    }
    if (!advanced.get("scalingModifiers").isEmpty()) {
      advanced.problem(
          "scalingModifiers",
          "formulas are not supported; write the formula in one PromQL query, or remove it");
    }
    config.rejectUnread();
    advanced.rejectUnread();
    spec.rejectUnread();
  }
}
