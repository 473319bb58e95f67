package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The HPAs of a cluster that do not belong to the suite. */
public final class ForeignAutoscalers {

  private static final String AUTOSCALERS = "/apis/autoscaling/v2/horizontalpodautoscalers";

  private ForeignAutoscalers() {}

  /**
   * A warning about them in one line; empty if there are none. The implementation reconciles them
   * too, and their events delay those that rules are about.
   *
   * @throws TestClusterException if the cluster is not usable
   */
  public static Optional<String> warning(ClusterAccess access) throws TestClusterException {
    try {
      return warning(access.api());
    } catch (IOException failure) {
      throw new TestClusterException(
          "the HPAs of the cluster cannot be listed: " + failure.getMessage(), failure);
    }
  }

  static Optional<String> warning(ClusterApi api) throws IOException {
    Set<String> own =
        api.get(SuiteObjects.NAMESPACES + SuiteObjects.SELECTED)
            .path("items")
            .valueStream()
            .map(each -> each.at("/metadata/name").asText())
            .collect(Collectors.toSet());
    long foreign =
        api.get(AUTOSCALERS)
            .path("items")
            .valueStream()
            .map(each -> each.at("/metadata/namespace"))
            .map(JsonNode::asText)
            .filter(namespace -> !own.contains(namespace))
            .count();
    return foreign == 0
        ? Optional.empty()
        : Optional.of(
            "the cluster has %d %s outside the suite, which the implementation reconciles too: late events may fail rules; use a cluster without HPAs"
                .formatted(foreign, foreign == 1 ? "HPA" : "HPAs"));
  }
}
