package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one ready pod serves, to choose settings by. A container without a limit is only sure to get
 * its request, unlike in a simulation, where it uses what it needs.
 *
 * @param perPod in units of the demand; NaN if unknown
 * @param unit of {@code perPod}, such as {@code cores}
 * @param source where it is from, such as {@code the CPU limit of a pod}
 */
public record PodCapacity(double perPod, String unit, String source) {

  private static final double MILLI = 1000;
  private static final String UNITS = "units of the load";

  /**
   * The capacity of a pod.
   *
   * @param given the value of {@code --capacity}; null if it is not set
   * @param podSpec null if the demand uses no CPU
   * @param coresPerUnit CPU of a unit of the demand, in cores
   */
  static PodCapacity of(@Nullable Double given, @Nullable JsonNode podSpec, double coresPerUnit) {
    if (given != null) {
      return new PodCapacity(given, UNITS, "--capacity");
    }
    if (podSpec == null) {
      return new PodCapacity(Double.NaN, UNITS, "unknown");
    }
    List<JsonNode> containers = new ArrayList<>();
    podSpec.path("containers").forEach(containers::add);
    podSpec
        .path("initContainers")
        .valueStream()
        .filter(each -> each.path("restartPolicy").asText().equals("Always"))
        .forEach(containers::add);
    double cores = containers.stream().mapToDouble(PodCapacity::cores).sum();
    String unit = coresPerUnit == 1 ? "cores" : UNITS;
    return cores == 0
        ? new PodCapacity(
            1 / coresPerUnit,
            unit,
            "an assumed core, because a pod has neither CPU limit nor request; set --capacity")
        : new PodCapacity(cores / coresPerUnit, unit, source(containers));
  }

  /** What a pod was seen to serve. */
  static PodCapacity served(double perPod) {
    return new PodCapacity(
        perPod,
        UNITS,
        "what a pod served in the busiest 1 % of the time; set --capacity if it can serve more");
  }

  private static double cores(JsonNode container) {
    double limit = cpu(container, "limits");
    return limit > 0 ? limit : cpu(container, "requests");
  }

  private static String source(List<JsonNode> containers) {
    boolean areLimited = containers.stream().allMatch(each -> cpu(each, "limits") > 0);
    return areLimited
        ? "the CPU limit of a pod"
        : "the CPU request of a pod, because a container has no limit";
  }

  private static double cpu(JsonNode container, String kind) {
    JsonNode quantity = container.path("resources").path(kind).path("cpu");
    return quantity.isMissingNode() ? 0 : Quantity.parseMilli(quantity.asText()) / MILLI;
  }
}
