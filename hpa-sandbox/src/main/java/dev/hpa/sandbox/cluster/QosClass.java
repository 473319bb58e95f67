package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the quality of service class of a pod. */
final class QosClass {

  private static final List<String> RESOURCES = List.of("cpu", "memory");

  private QosClass() {}

  static String of(JsonNode podSpec) {
    boolean any = false;
    boolean all = true;
    for (String list : new String[] {"initContainers", "containers"}) {
      for (JsonNode container : podSpec.path(list)) {
        any |= hasAny(container.path("resources"));
        all &= isBounded(container.path("resources"));
      }
    }
    return !any ? "BestEffort" : all ? "Guaranteed" : "Burstable";
  }

  private static boolean hasAny(JsonNode resources) {
    return RESOURCES.stream()
        .anyMatch(
            name ->
                quantity(resources.path("requests").path(name)) != null
                    || quantity(resources.path("limits").path(name)) != null);
  }

  /** Whether all resources have limits and no request is below its limit. */
  private static boolean isBounded(JsonNode resources) {
    return RESOURCES.stream()
        .allMatch(
            name -> {
              Quantity limit = quantity(resources.path("limits").path(name));
              Quantity request = quantity(resources.path("requests").path(name));
              return limit != null && (request == null || request.compareTo(limit) == 0);
            });
  }

  private static @Nullable Quantity quantity(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return null;
    }
    Quantity quantity = Quantity.parse(node.asText());
    return quantity.signum() == 0 ? null : quantity;
  }
}
