package dev.hpa.tck.adapters;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
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

/** Contract tests that all metrics APIs share. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class MetricsApiContract {

  static final String LABEL_SELECTOR = "labelSelector";

  /** A selector that matches nothing. */
  static final String NOTHING = "hpa-conformance=matches-nothing";

  private final String group;
  private final String kind;
  private final Set<String> supported;

  /**
   * @param kind the kind of the lists of values
   * @param supported the versions that HPA controllers use
   */
  MetricsApiContract(String group, String kind, Set<String> supported) {
    this.group = group;
    this.kind = kind;
    this.supported = supported;
  }

  /** Returns the client of the adapter, or to an API server that aggregates it. */
  protected abstract AdapterClient adapter();

  /** Returns the namespace of the queries. */
  protected abstract String namespace();

  /** Returns the label selector of the queries; empty for none. */
  abstract String selector();

  /** Lists the values of the objects, or the series, that a selector matches. */
  abstract HttpReply labelled(String version, String selector) throws IOException;

  final HttpReply get(String path, Map<String, String> query) throws IOException {
    return HttpReply.get(adapter(), path, query);
  }

  final String base(String version) {
    return "/apis/" + groupVersion(version);
  }

  final String groupVersion(String version) {
    return group + "/" + version;
  }

  final String inNamespace(String version, String resource, String... parts) {
    return ApiRequest.pathOf(base(version), namespace(), resource, parts);
  }

  /** Queries the values of the metric as an HPA controller does. */
  final HttpReply values(String version) throws IOException {
    return labelled(version, selector());
  }

  /** Returns the served and supported versions. */
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

  static String invalidField(String field, JsonNode value, HttpReply reply) {
    return reply.target() + ": " + field + " " + value + ": ";
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
  final void listsHaveKindAndApiVersion() throws IOException {
    for (String version : versions()) {
      HttpReply reply = values(version);
      JsonNode list = reply.found();
      reply.checkField(kind, list, "kind");
      reply.checkField(group + "/" + version, list, "apiVersion");
    }
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
  final void unmatchedSelectorReturnsNothing() throws IOException {
    for (String version : versions()) {
      labelled(version, NOTHING).checkIsEmpty();
    }
  }
}
