package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An external rule of prometheus-adapter for one query.
 *
 * @param metric the name of the External metric, in lower case as the metrics API has names
 * @param query the PromQL expression
 * @param field the path of the trigger in its ScaledObject
 * @param server where the query is sent; null if any server answers it
 */
public record MetricRule(
    String metric, String query, String field, @Nullable PrometheusServer server) {

  /**
   * A file with rules.
   *
   * @param series selects series that always exist: a rule gives its metric if one is found, and
   *     the queries of KEDA have a value, 0, also while their own series do not exist
   */
  public static ObjectNode file(List<MetricRule> rules, String series) {
    ObjectNode file = Json.mapper().createObjectNode();
    ArrayNode list = file.putArray("externalRules");
    rules.forEach(rule -> list.add(rule.tree(series)));
    return file;
  }

  private ObjectNode tree(String series) {
    ObjectNode rule = Json.mapper().createObjectNode();
    rule.put("seriesQuery", series);
    rule.putObject("resources").put("namespaced", false);
    rule.putObject("name").put("as", metric);
    rule.put("metricsQuery", template());
    return rule;
  }

  /** The query as a template, in which only {@code <<} has a meaning. */
  private String template() {
    return query.replace("<<", "<<\"<<\">>");
  }
}
