package dev.hpa.cli.simulate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.hpa.api.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one ready pod serves, to choose settings by: its CPU request, which is all that a busy node
 * guarantees. In a simulation a pod uses what it needs, up to its limit.
 *
 * @param perPod in units of the demand; NaN if unknown
 * @param unit of {@code perPod}, such as {@code cores}
 * @param source where it is from, such as {@code CPU request}
 * @param request what its CPU request serves, in the same units; NaN if unknown
 * @param limit what its CPU limit serves, in the same units; NaN without one
 */
public record PodCapacity(
    @JsonSerialize(using = Figures.Rounded.class) double perPod,
    String unit,
    String source,
    @JsonIgnore double request,
    @JsonIgnore double limit) {

  private static final double MILLI = 1000;
  private static final String REQUEST = "CPU request";
  private static final String UNITS = "units of the load";

  /** Another amount that a pod may serve, and when, such as {@code can use its CPU limit}. */
  public record Other(String condition, double perPod) {}

  /**
   * The capacity of a pod.
   *
   * @param given the value of {@code --capacity}; null if it is not set
   * @param podSpec null if the demand uses no CPU
   * @param coresPerUnit CPU of a unit of the demand, in cores
   */
  static PodCapacity of(@Nullable Double given, @Nullable JsonNode podSpec, double coresPerUnit) {
    List<JsonNode> containers = podSpec == null ? List.of() : containers(podSpec);
    double request = cores(containers, "requests") / coresPerUnit;
    double limit = cores(containers, "limits") / coresPerUnit;
    String unit = podSpec == null || coresPerUnit != 1 ? UNITS : "cores";
    if (given != null) {
      return new PodCapacity(given, unit, "--capacity", request, limit);
    }
    if (podSpec == null || !Double.isNaN(request)) {
      return new PodCapacity(request, unit, REQUEST, request, limit);
    }
    return new PodCapacity(
        1 / coresPerUnit, unit, "assumed without a CPU request; set --capacity", request, limit);
  }

  /** Whether it is the CPU request, and changes with that. */
  public boolean isRequest() {
    return source.equals(REQUEST);
  }

  /** What a pod was seen to serve. */
  static PodCapacity served(double perPod) {
    return new PodCapacity(
        perPod,
        UNITS,
        "what a pod served in the busiest 1 % of the time; set --capacity if it can serve more",
        Double.NaN,
        Double.NaN);
  }

  private static List<JsonNode> containers(JsonNode podSpec) {
    return Stream.concat(
            podSpec.path("containers").valueStream(),
            podSpec
                .path("initContainers")
                .valueStream()
                .filter(each -> each.path("restartPolicy").asText().equals("Always")))
        .toList();
  }

  /** The sum of all containers; NaN if it is 0, or if one has no limit. */
  private static double cores(List<JsonNode> containers, String kind) {
    double sum = 0;
    for (JsonNode each : containers) {
      JsonNode limit = each.at("/resources/limits/cpu");
      JsonNode cpu = each.path("resources").path(kind).path("cpu");
      if (cpu.isMissingNode() && kind.equals("limits")) {
        return Double.NaN;
      }
      JsonNode known = cpu.isMissingNode() ? limit : cpu;
      sum += known.isMissingNode() ? 0 : Quantity.parseMilli(known.asText()) / MILLI;
    }
    return sum == 0 ? Double.NaN : sum;
  }

  /** The request if it is less than the capacity, and the limit if it is more. */
  public List<Other> others() {
    List<Other> others = new ArrayList<>();
    if (request < perPod) {
      others.add(new Other("gets only its CPU request", request));
    }
    if (limit > perPod) {
      others.add(new Other("can use its CPU limit", limit));
    }
    return others;
  }

  /** The capacity with its source, such as {@code 0.5 cores (CPU request)}. */
  @JsonProperty
  public String text() {
    return amount(perPod) + " (" + source + ")";
  }

  /** An amount with its unit, such as {@code 1 core}. */
  public String amount(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
    return rounded.toPlainString()
        + " "
        + (rounded.compareTo(BigDecimal.ONE) == 0 ? unit.replaceFirst("s\\b", "") : unit);
  }
}
