package dev.hpa.tck.adapters;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract tests that the APIs of custom and external metrics share. */
abstract class AdapterContract extends MetricsApiContract {

  private static final String UNKNOWN = "hpa-conformance-unknown-metric";

  private final String kind;

  /**
   * @param kind the kind of the lists of values
   * @param supported the versions that HPA controllers use
   */
  AdapterContract(String group, String kind, Set<String> supported) {
    super(group, kind, supported);
    this.kind = kind;
  }

  /** Returns a metric that has values in the namespace. */
  protected abstract String metric();

  /** Returns the path of a metric in the namespace. */
  abstract String path(String version, String name);

  /** Returns the metric name of an item. */
  abstract String nameIn(String version, JsonNode item);

  /** Returns the name of the field with the window in seconds. */
  abstract String windowField(String version);

  @Override
  final HttpReply labelled(String version, String selector) throws IOException {
    return get(
        path(version, metric()), selector.isEmpty() ? Map.of() : Map.of(LABEL_SELECTOR, selector));
  }

  @Test
  final void resourcesAreListed() throws IOException {
    for (String version : versions()) {
      HttpReply reply = get(base(version), Map.of());
      JsonNode list = reply.found();
      reply.checkField("APIResourceList", list, "kind");
      reply.checkField(groupVersion(version), list, "groupVersion");
      for (JsonNode each : list.path("resources")) {
        reply.checkField(kind, each, "kind");
        assertTrue(
            each.path("verbs").toString().contains("\"get\""),
            reply.target()
                + ": resource \""
                + each.path("name").asText("")
                + "\" lacks the verb get");
      }
    }
  }

  @Test
  final void itemsHaveTheMetricName() throws IOException {
    checkItems(
        (version, reply, item) ->
            assertTrue(
                nameIn(version, item).equals(metric()),
                "%s: item with the metric name \"%s\""
                    .formatted(reply.target(), nameIn(version, item))));
  }

  @Test
  final void valuesAreQuantities() throws IOException {
    checkItems(
        (version, reply, item) -> {
          JsonNode value = item.path("value");
          assertTrue(value.isTextual(), reply.target() + ": a value is not a string");
          try {
            Quantity.parse(value.asText());
          } catch (QuantityFormatException invalid) {
            fail(invalidField("value", value, reply) + invalid.getMessage(), invalid);
          }
        });
  }

  @Test
  final void windowsAreIntegerSeconds() throws IOException {
    checkItems(
        (version, reply, item) -> {
          String field = windowField(version);
          JsonNode window = item.path(field);
          boolean isUnset = window.isMissingNode() || window.isNull();
          assertTrue(
              isUnset || (window.isIntegralNumber() && window.asLong() >= 0),
              invalidField(field, window, reply) + "not an integer number of seconds");
        });
  }

  @Test
  final void unknownMetricIsNotFound() throws IOException {
    for (String version : versions()) {
      get(path(version, UNKNOWN), Map.of()).checkIsNotFound();
    }
  }
}
