package dev.hpa.tck.adapters;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contract tests that the APIs of custom and external metrics share. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class AdapterContract {

  static final String LABEL_SELECTOR = "labelSelector";

  /** A selector that matches nothing. */
  static final String NOTHING = "hpa-conformance=matches-nothing";

  private static final String UNKNOWN = "hpa-conformance-unknown-metric";

  private final String group;
  private final String kind;
  private final Set<String> supported;

  /**
   * @param kind the kind of the lists of values
   * @param supported the versions that HPA controllers use
   */
  AdapterContract(String group, String kind, Set<String> supported) {
    this.group = group;
    this.kind = kind;
    this.supported = supported;
  }

  /** Returns the client of the adapter, or to an API server that aggregates it. */
  protected abstract AdapterClient adapter();

  /** Returns the namespace of the queries. */
  protected abstract String namespace();

  /** Returns a metric that has values in the namespace. */
  protected abstract String metric();

  /** Returns the path of a metric in the namespace. */
  abstract String path(String version, String name);

  /** Returns the label selector of the queries; empty for none. */
  abstract String selector();

  /** Returns the metric name of an item. */
  abstract String nameIn(String version, JsonNode item);

  /** Returns the name of the field with the window in seconds. */
  abstract String windowField(String version);

  final HttpReply get(String path, Map<String, String> query) throws IOException {
    return HttpReply.get(adapter(), path, query);
  }

  final String base(String version) {
    return "/apis/" + group + "/" + version;
  }

  final String inNamespace(String version, String resource, String... parts) {
    return ApiRequest.pathOf(base(version), namespace(), resource, parts);
  }

  /** Queries the values of the metric as an HPA controller does. */
  final HttpReply values(String version) throws IOException {
    return labelled(version, selector());
  }

  final HttpReply labelled(String version, String selector) throws IOException {
    return get(
        path(version, metric()), selector.isEmpty() ? Map.of() : Map.of(LABEL_SELECTOR, selector));
  }

  /** Returns the served and supported versions, the newest last. */
  final Set<String> versions() throws IOException {
    Set<String> versions = new TreeSet<>();
    for (JsonNode each : get("/apis/" + group, Map.of()).found().path("versions")) {
      versions.add(each.path("version").asText(""));
    }
    versions.retainAll(supported);
    assertFalse(versions.isEmpty(), group + ": none of the versions " + supported + " is served");
    return versions;
  }

  /** A check of an item in the response of one version. */
  interface ItemCheck {
    void check(String version, HttpReply reply, JsonNode item);
  }

  final void checkItems(ItemCheck check) throws IOException {
    for (String version : versions()) {
      HttpReply reply = values(version);
      reply.someItems().forEach(item -> check.check(version, reply, item));
    }
  }

  @Test
  final void groupIsServed() throws IOException {
    HttpReply reply = get("/apis/" + group, Map.of());
    JsonNode served = reply.found();
    reply.checkField("APIGroup", served, "kind");
    reply.checkField(group, served, "name");
    List<String> versions = new ArrayList<>();
    for (JsonNode each : served.path("versions")) {
      versions.add(each.path("version").asText(""));
      reply.checkField(group + "/" + versions.getLast(), each, "groupVersion");
    }
    String preferred = served.at("/preferredVersion/version").asText("");
    assertTrue(
        versions.contains(preferred),
        "preferredVersion \"" + preferred + "\": not one of " + versions);
  }

  @Test
  final void resourcesAreListed() throws IOException {
    for (String version : versions()) {
      HttpReply reply = get(base(version), Map.of());
      JsonNode list = reply.found();
      reply.checkField("APIResourceList", list, "kind");
      reply.checkField(group + "/" + version, list, "groupVersion");
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
  final void listsHaveKindAndApiVersion() throws IOException {
    for (String version : versions()) {
      HttpReply reply = values(version);
      JsonNode list = reply.found();
      reply.checkField(kind, list, "kind");
      reply.checkField(group + "/" + version, list, "apiVersion");
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
  final void timestampsAreRfc3339() throws IOException {
    checkItems(
        (version, reply, item) -> {
          JsonNode timestamp = item.path("timestamp");
          try {
            Timestamps.parse(timestamp.asText(""));
          } catch (IllegalArgumentException invalid) {
            fail(invalidField("timestamp", timestamp, reply) + invalid.getMessage(), invalid);
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

  private static String invalidField(String field, JsonNode value, HttpReply reply) {
    return reply.target() + ": " + field + " " + value + ": ";
  }

  @Test
  final void unknownMetricIsNotFound() throws IOException {
    for (String version : versions()) {
      get(path(version, UNKNOWN), Map.of()).checkIsNotFound();
    }
  }

  @Test
  final void unmatchedSelectorReturnsNothing() throws IOException {
    for (String version : versions()) {
      labelled(version, NOTHING).checkIsEmpty();
    }
  }
}
