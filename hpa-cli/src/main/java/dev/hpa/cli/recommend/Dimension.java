package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A property of an autoscaler that is searched.
 *
 * @param name as the user knows it, such as {@code maxReplicas}
 * @param choices its values, in the order in which neighbors are similar
 * @param today the index of the present value, which changes nothing
 */
record Dimension(String name, List<Choice> choices, int today) {

  /**
   * A value of a property.
   *
   * @param text the value as the user knows it
   * @param change sets the value
   */
  record Choice(String text, UnaryOperator<HorizontalPodAutoscaler> change) {}

  Dimension {
    choices = List.copyOf(choices);
  }
}
