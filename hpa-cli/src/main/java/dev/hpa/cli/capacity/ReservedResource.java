package dev.hpa.cli.capacity;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hpa.api.Quantity;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What pods reserve. */
enum ReservedResource {
  CPU("cores", 1, "requests.cpu"),
  MEMORY("GiB", 1 << 30, "requests.memory"),
  PODS("pods", 1, "count/pods");

  private final String unit;
  private final double size;
  private final String inQuotas;

  ReservedResource(String unit, double size, String inQuotas) {
    this.unit = unit;
    this.size = size;
    this.inQuotas = inQuotas;
  }

  /** The name in nodes, and in quotas beside {@link #inQuotas}. */
  @JsonValue
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  String inQuotas() {
    return inQuotas;
  }

  double number(Quantity quantity) {
    return quantity.approximateDouble() / size;
  }

  /** The number in quantities by resource; empty if it is not in them. */
  Optional<Double> number(Map<String, Quantity> resources) {
    return Stream.of(title(), inQuotas)
        .filter(resources::containsKey)
        .findFirst()
        .map(name -> number(resources.getOrDefault(name, Quantity.ZERO)));
  }

  String text(double number) {
    String text = Reserved.text(number);
    return text + " " + (text.equals("1") ? unit.replaceFirst("s$", "") : unit);
  }
}
