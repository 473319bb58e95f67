package dev.hpa.conformance.adapters;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.http.HttpTransport;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the APIs of custom and external metrics have in common. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class AdapterContract {

  static final String LABEL_SELECTOR = "labelSelector";

  /** A selector of a label that nothing has. */
  static final String NOTHING = "hpa-conformance=matches-nothing";

  private static final String UNKNOWN = "hpa-conformance-unknown-metric";

  private final String group;
  private final String kind;
  private final Set<String> understood;

  /**
   * @param kind of the lists of values
   * @param understood the versions that autoscalers use
   */
  AdapterContract(String group, String kind, Set<String> understood) {
    this.group = group;
    this.kind = kind;
    this.understood = understood;
  }

  /** The way to the adapter, or to an API server that aggregates it. */
  protected abstract HttpTransport adapter();

  /** The namespace that is asked about. */
  protected abstract String namespace();

  /** A metric that has values in the namespace. */
  protected abstract String metric();

  /** The path of a metric, below the namespace. */
  abstract String path(String version, String name);

  /** The labels that the main question is restricted to; empty for none. */
  abstract String selector();

  /** The name of the metric an item is about. */
  abstract String nameIn(String version, JsonNode item);

  /** The member of an item that tells the seconds it was measured over. */
  abstract String windowMember(String version);

  final HttpReply get(String path, Map<String, String> query) throws IOException {
    return HttpReply.get(adapter(), path, query);
  }

  final String base(String version) {
    return "/apis/" + group + "/" + version;
  }

  final String inNamespace(String version, String resource, String... parts) {
    return ApiRequest.pathOf(base(version), namespace(), resource, parts);
  }

  /** The values of the metric, as an autoscaler asks for them. */
  final HttpReply values(String version) throws IOException {
    return labelled(version, selector());
  }

  final HttpReply labelled(String version, String selector) throws IOException {
    return get(
        path(version, metric()), selector.isEmpty() ? Map.of() : Map.of(LABEL_SELECTOR, selector));
  }

  /** The versions that are served and understood, the newest last. */
  final Set<String> versions() throws IOException {
    Set<String> versions = new TreeSet<>();
    for (JsonNode each : get("/apis/" + group, Map.of()).found().path("versions")) {
      versions.add(each.path("version").asText(""));
    }
    versions.retainAll(understood);
    assertFalse(versions.isEmpty(), group + " is served in none of the versions " + understood);
    return versions;
  }

  /** A check of the items of one version's answer. */
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
  final void theGroupIsServed() throws IOException {
    HttpReply reply = get("/apis/" + group, Map.of());
    JsonNode served = reply.found();
    reply.checkMember("APIGroup", served, "kind");
    reply.checkMember(group, served, "name");
    List<String> versions = new ArrayList<>();
    for (JsonNode each : served.path("versions")) {
      versions.add(each.path("version").asText(""));
      reply.checkMember(group + "/" + versions.getLast(), each, "groupVersion");
    }
    String preferred = served.at("/preferredVersion/version").asText("");
    assertTrue(
        versions.contains(preferred),
        "the preferred version \"" + preferred + "\" is none of " + versions);
  }

  @Test
  final void resourcesAreListed() throws IOException {
    for (String version : versions()) {
      HttpReply reply = get(base(version), Map.of());
      JsonNode list = reply.found();
      reply.checkMember("APIResourceList", list, "kind");
      reply.checkMember(group + "/" + version, list, "groupVersion");
      for (JsonNode each : list.path("resources")) {
        reply.checkMember(kind, each, "kind");
        assertTrue(
            each.path("verbs").toString().contains("\"get\""),
            each.path("name").asText("") + " in the answer to " + reply.target() + " lacks get");
      }
    }
  }

  @Test
  final void listsSayWhatTheyAre() throws IOException {
    for (String version : versions()) {
      HttpReply reply = values(version);
      JsonNode list = reply.found();
      reply.checkMember(kind, list, "kind");
      reply.checkMember(group + "/" + version, list, "apiVersion");
    }
  }

  @Test
  final void metricsAreNamed() throws IOException {
    checkItems(
        (version, reply, item) ->
            assertTrue(
                nameIn(version, item).equals(metric()),
                "an item in the answer to "
                    + reply.target()
                    + " is about the metric \""
                    + nameIn(version, item)
                    + "\""));
  }

  @Test
  final void valuesAreQuantities() throws IOException {
    checkItems(
        (version, reply, item) -> {
          JsonNode value = item.path("value");
          assertTrue(
              value.isTextual(), "a value in the answer to " + reply.target() + " is no text");
          try {
            Quantity.parse(value.asText());
          } catch (QuantityFormatException wrong) {
            fail(told("value", value, reply) + wrong.getMessage(), wrong);
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
          } catch (IllegalArgumentException wrong) {
            fail(told("timestamp", timestamp, reply) + wrong.getMessage(), wrong);
          }
        });
  }

  @Test
  final void windowsAreWholeSeconds() throws IOException {
    checkItems(
        (version, reply, item) -> {
          String member = windowMember(version);
          JsonNode window = item.path(member);
          boolean isUnset = window.isMissingNode() || window.isNull();
          assertTrue(
              isUnset || (window.isIntegralNumber() && window.asLong() >= 0),
              told(member, window, reply) + "not a whole number of seconds");
        });
  }

  private static String told(String member, JsonNode value, HttpReply reply) {
    return "the " + member + " " + value + " in the answer to " + reply.target() + ": ";
  }

  @Test
  final void anUnknownMetricIsNotFound() throws IOException {
    for (String version : versions()) {
      get(path(version, UNKNOWN), Map.of()).checkIsNotFound();
    }
  }

  @Test
  final void labelsThatNothingHasGiveNothing() throws IOException {
    for (String version : versions()) {
      labelled(version, NOTHING).checkIsNothing();
    }
  }
}
