package dev.hpa.metrics.prometheus;

import dev.hpa.kube.memory.Limit;
import java.util.List;

/**
 * A query for a metric.
 *
 * @param server where it is sent
 * @param place the rule that it comes from
 * @param text PromQL
 * @param label the label with the names of the objects; empty for external metrics
 * @param names of the objects, in the order of results
 */
record PromQuery(RuledServer server, String place, String text, String label, List<String> names) {

  /** For messages: the rule, the query and the server. */
  @Override
  public String toString() {
    return "%s, query %s at %s"
        .formatted(place, Limit.PROBLEM_CHARS.cut(text), server.client().address());
  }
}
