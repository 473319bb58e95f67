package dev.hpa.core.options;

import dev.hpa.api.MetricSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The names by which options refer to the metrics of an autoscaler: the resource of a Resource
 * metric, {@code CONTAINER.RESOURCE} of a ContainerResource metric, the name of any other metric.
 *
 * <p>Characters that the key of an annotation cannot have are replaced by {@code _}, and names are
 * cut to what it can hold. Where several metrics of an autoscaler have the same name, each has its
 * number among them appended: {@code queue.1}, {@code queue.2}.
 */
public final class MetricNames {

  /** The length of an annotation's name without the longest key and its dot. */
  private static final int MAX_CHARS = 63 - "watermark.".length();

  private static final Pattern NOT_ALLOWED = Pattern.compile("[^A-Za-z0-9._-]");
  private static final Pattern AT_END = Pattern.compile("[._-]+$");

  private MetricNames() {}

  /** The names of metrics, in their order; empty for a metric without a source. */
  public static List<String> of(List<MetricSpec> metrics) {
    List<String> plain = metrics.stream().map(MetricNames::name).toList();
    Map<String, Integer> counts = new HashMap<>();
    plain.forEach(name -> counts.merge(name, 1, Integer::sum));
    Map<String, Integer> numbers = new HashMap<>();
    return plain.stream()
        .map(
            name ->
                name.isEmpty() || counts.getOrDefault(name, 0) == 1
                    ? name
                    : name + "." + numbers.merge(name, 1, Integer::sum))
        .toList();
  }

  private static String name(MetricSpec metric) {
    if (metric.resource() != null) {
      return inKey(metric.resource().name());
    }
    if (metric.containerResource() != null) {
      return inKey(
          metric.containerResource().container() + "." + metric.containerResource().name());
    }
    if (metric.pods() != null) {
      return inKey(metric.pods().metric().name());
    }
    if (metric.object() != null) {
      return inKey(metric.object().metric().name());
    }
    return metric.external() == null ? "" : inKey(metric.external().metric().name());
  }

  private static String inKey(String name) {
    // A character of a name is two at most, and becomes one.
    String head = name.length() > 2 * MAX_CHARS ? name.substring(0, 2 * MAX_CHARS) : name;
    String allowed = NOT_ALLOWED.matcher(head).replaceAll("_");
    String bounded = allowed.length() > MAX_CHARS ? allowed.substring(0, MAX_CHARS) : allowed;
    return AT_END.matcher(bounded).replaceAll("");
  }
}
