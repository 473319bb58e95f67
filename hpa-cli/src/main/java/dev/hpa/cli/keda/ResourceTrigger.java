package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import org.jspecify.annotations.Nullable;

/** A trigger of type cpu or memory, which becomes a Resource or ContainerResource metric. */
final class ResourceTrigger {

  private final Fields trigger;
  private final Fields metadata;

  ResourceTrigger(Fields trigger) {
    this.trigger = trigger;
    this.metadata = trigger.object("metadata");
  }

  /**
   * The metric.
   *
   * @param resource cpu or memory
   * @param isToZero whether KEDA scales to zero, whatever the resource
   * @return null if there is a problem
   */
  @Nullable ObjectNode convert(String resource, boolean isToZero) {
    if (isToZero) {
      trigger.problem(
          "type",
          "pods that use any %s keep an HPA from scaling to zero, and KEDA scales to zero; set"
                  .formatted(resource)
              + " minReplicaCount to 1, or remove the trigger");
    }
    ObjectNode target = target();
    String container = metadata.text("containerName");
    trigger.get("authenticationRef");
    metadata.omitUnread();
    if (target == null) {
      return null;
    }
    boolean isOfContainer = container != null && !container.isEmpty();
    ObjectNode metric = Json.mapper().createObjectNode();
    metric.put("type", isOfContainer ? MetricSpec.CONTAINER_RESOURCE : MetricSpec.RESOURCE);
    ObjectNode source = metric.putObject(isOfContainer ? "containerResource" : "resource");
    source.put("name", resource);
    if (isOfContainer) {
      source.put("container", container);
    }
    source.set("target", target);
    return metric;
  }

  private @Nullable ObjectNode target() {
    String type = trigger.text("metricType");
    String oldType = metadata.text("type");
    String given = type == null || type.isEmpty() ? oldType : type;
    String value = metadata.required("value");
    ObjectNode target = Json.mapper().createObjectNode().put("type", given);
    if (MetricTarget.UTILIZATION.equals(given)) {
      Integer percent = value == null ? null : metadata.integer("value", 1);
      return percent == null ? null : target.put("averageUtilization", percent);
    }
    if (MetricTarget.AVERAGE_VALUE.equals(given)) {
      return value == null ? null : target.put("averageValue", value);
    }
    trigger.problem("metricType", "is not Utilization or AverageValue; set one of them");
    return null;
  }
}
