package dev.hpa.cli.capacity;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.hpa.cli.simulate.Figures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.ToDoubleFunction;

/**
 * What pods reserve, or nodes have.
 *
 * @param cpu in cores
 * @param memory in GiB
 * @param costPerHour 0 without prices
 */
record Reserved(
    @JsonSerialize(using = Figures.Rounded.class) double cpu,
    @JsonSerialize(using = Figures.Rounded.class) double memory,
    @JsonSerialize(using = Figures.Rounded.class) double pods,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonSerialize(using = Figures.Rounded.class)
        double costPerHour) {

  static final Reserved NONE = new Reserved(0, 0, 0, 0);

  static Reserved of(ToDoubleFunction<ReservedResource> number) {
    return new Reserved(
        number.applyAsDouble(ReservedResource.CPU),
        number.applyAsDouble(ReservedResource.MEMORY),
        number.applyAsDouble(ReservedResource.PODS),
        0);
  }

  Reserved plus(Reserved other) {
    return new Reserved(
        cpu + other.cpu, memory + other.memory, pods + other.pods, costPerHour + other.costPerHour);
  }

  Reserved withCost(double cost) {
    return new Reserved(cpu, memory, pods, cost);
  }

  double of(ReservedResource resource) {
    return switch (resource) {
      case CPU -> cpu;
      case MEMORY -> memory;
      case PODS -> pods;
    };
  }

  /** At most three digits after the point. */
  static String text(double number) {
    BigDecimal rounded = BigDecimal.valueOf(number).setScale(3, RoundingMode.HALF_UP);
    return rounded.stripTrailingZeros().toPlainString();
  }
}
