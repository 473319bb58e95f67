package dev.hpa.tck.adapters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.tck.ContractRun;
import dev.hpa.tck.Flaw;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A conformant adapter passes every contract test; each defect fails exactly one. */
class AdapterContractTest {

  private static final List<Flaw> CUSTOM =
      List.of(
          new Flaw(
              PrefersAnother.class,
              "groupIsServed",
              "preferredVersion \"v1\": not one of [v1beta2, v1beta1]"),
          new Flaw(
              ListsAnotherKind.class,
              "resourcesAreListed",
              "/apis/custom.metrics.k8s.io/v1beta1: kind ==>"
                  + " expected: <MetricValueList> but was: <Metric>"),
          new Flaw(
              NamesNoKind.class,
              "listsHaveKindAndApiVersion",
              "expected: <MetricValueList> but was: <List>"),
          new Flaw(MixesVersions.class, "itemsHaveTheMetricName", "item with the metric name \"\""),
          new Flaw(WritesNumbers.class, "valuesAreQuantities", "a value is not a string"),
          new Flaw(WritesUnits.class, "valuesAreQuantities", "value \"2 qps\": "),
          new Flaw(
              WritesLocalTime.class, "timestampsAreRfc3339", "timestamp \"2024-05-01 10:00:00\": "),
          new Flaw(
              WritesDurations.class,
              "windowsAreIntegerSeconds",
              "not an integer number of seconds"),
          new Flaw(
              AnswersAnything.class,
              "unknownMetricIsNotFound",
              "hpa-conformance-unknown-metric: status code ==> expected: <404> but was: <200>"),
          new Flaw(
              BareNotFound.class,
              "unknownMetricIsNotFound",
              "Content-Type \"text/plain\"; expected application/json"),
          new Flaw(IgnoresStrangeLabels.class, "unmatchedSelectorReturnsNothing", ": items ==> "),
          new Flaw(
              Elsewhere.class,
              "itemsDescribePodsOfTheNamespace",
              "expected: <shop> but was: <bank>"),
          new Flaw(OnlyWildcards.class, "everyPodHasOneValue", "expected: <[web-1]> but was: <[]>"),
          new Flaw(
              IgnoresInequality.class,
              "labelSelectorFiltersPods",
              "expected: <[]> but was: <[web-1, web-2]>"),
          new Flaw(IgnoresSeries.class, "metricSelectorFiltersSeries", ": items ==> "),
          new Flaw(KnowsNoSeries.class, "matchingMetricSelectorReturnsValues", "items is empty"),
          new Flaw(KnowsNoObjects.class, "objectHasOneValue", "expected: <200> but was: <404>"),
          new Flaw(
              ForgetsInTheOlder.class,
              "bothVersionsReturnTheSamePods",
              "expected: <[web-1]> but was: <[web-1, web-2]>"));

  private static final List<Flaw> EXTERNAL =
      List.of(
          new Flaw(NumbersAsLabels.class, "labelsAreStrings", "label is 7"),
          new Flaw(
              IgnoresEquality.class,
              "labelSelectorFiltersSeries",
              "series with the labels {queue=mails}"),
          new Flaw(
              AnotherName.class, "itemsHaveTheMetricName", "item with the metric name \"Depth\""),
          new Flaw(
              FailsOnUnknown.class, "unknownMetricIsNotFound", "expected: <404> but was: <500>"));

  private static final List<Flaw> RESOURCE =
      List.of(
          new Flaw(PrefersAlpha.class, "groupIsServed", "\"v1alpha1\": not one of [v1, v1beta1]"),
          new Flaw(ListsNodesOnly.class, "podsAreListed", "/v1: resource \"pods\" is missing"),
          new Flaw(
              AnswersInTheOlder.class,
              "listsHaveKindAndApiVersion",
              "expected: <metrics.k8s.io/v1> but was: <metrics.k8s.io/v1beta1>"),
          new Flaw(
              OtherNamespace.class,
              "itemsArePodsOfTheNamespace",
              "expected: <shop> but was: <bank>"),
          new Flaw(TwicePerPod.class, "everyPodHasOneItem", "pod \"web-1\" occurs more than once"),
          new Flaw(LocalTime.class, "timestampsAreRfc3339", "timestamp \"2024-05-01 10:00:00\": "),
          new Flaw(IntegerWindows.class, "windowsAreDurations", "window 15: not a duration"),
          new Flaw(AnonymousContainers.class, "containersHaveNames", "container without a name"),
          new Flaw(
              NumbersAsUsage.class,
              "containersHaveUsageInQuantities",
              "usage is not a map of quantities: {\"name\":\"app\",\"usage\":{\"cpu\":1"),
          new Flaw(
              IgnoresUnequalLabels.class,
              "labelSelectorFiltersPods",
              "expected: <[]> but was: <[web-1]>"),
          new Flaw(IgnoresUnknownLabels.class, "unmatchedSelectorReturnsNothing", ": items ==> "),
          new Flaw(
              MissesAPodInTheOlder.class,
              "bothVersionsReturnTheSamePods",
              "expected: <[web-1, web-2]> but was: <[web-2]>"));

  @TestFactory
  Stream<DynamicTest> eachDefectFailsItsContractTest() {
    return Flaw.tests(Stream.of(CUSTOM, EXTERNAL, RESOURCE).flatMap(List::stream).toList());
  }

  @Test
  void conformantCustomMetricsAdapterPasses() {
    ContractRun run = ContractRun.of(Custom.class);
    assertEquals(Map.of(), run.failed());
    assertEquals(Map.of(), run.skipped());
    assertEquals(Flaw.checks(CUSTOM), run.passed().keySet());
  }

  @Test
  void conformantExternalMetricsAdapterPasses() {
    ContractRun run = ContractRun.of(External.class);
    assertEquals(Map.of(), run.failed());
    assertEquals(Map.of(), run.skipped());
  }

  @Test
  void conformantResourceMetricsAdapterPasses() {
    ContractRun run = ContractRun.of(Resource.class);
    assertEquals(Map.of(), run.failed());
    assertEquals(Map.of(), run.skipped());
    assertEquals(Flaw.checks(RESOURCE), run.passed().keySet());
  }

  @Test
  void resourceMetricsMayHaveOneVersion() {
    for (Class<?> subject : List.of(StableResource.class, BetaResource.class)) {
      ContractRun run = ContractRun.of(subject);
      assertEquals(Map.of(), run.failed());
      assertEquals(Set.of("bothVersionsReturnTheSamePods"), run.skipped().keySet());
    }
  }

  @Test
  void missingOverridesAreSkippedWithAReason() {
    assertEquals(
        Map.of(
            "matchingMetricSelectorReturnsValues",
            "series() is not overridden: the test needs a metric label",
            "objectHasOneValue",
            "object() is not overridden: the test needs an object with a metric",
            "bothVersionsReturnTheSamePods",
            "Assumption failed: only one version is served: [v1beta1]"),
        ContractRun.of(SparseCustom.class).skipped());
    assertEquals(
        Map.of(
            "labelSelectorFiltersSeries",
            "Assumption failed: selector() is not overridden: the test needs a label"),
        ContractRun.of(SparseExternal.class).skipped());
  }

  /** An adapter with one version; overrides only the abstract methods. */
  static class SparseCustom extends CustomMetricsAdapterContract {
    List<String> served() {
      return List.of("v1beta1");
    }

    @Override
    protected AdapterClient adapter() {
      return new SampleAdapter(served(), this::flawed);
    }

    /** Changes the response to a request. */
    HttpReply flawed(String target, HttpReply conformant) {
      return conformant.code() == 200
          ? with(conformant, changed(target, conformant.body()))
          : conformant;
    }

    String changed(String target, String body) {
      return body;
    }

    @Override
    protected String namespace() {
      return "shop";
    }

    @Override
    protected String metric() {
      return "qps";
    }

    @Override
    protected String selector() {
      return "app=web";
    }
  }

  static class Custom extends SparseCustom {
    @Override
    List<String> served() {
      return List.of("v1beta2", "v1beta1");
    }

    @Override
    protected String series() {
      return "verb=GET";
    }

    @Override
    protected String object() {
      return "services/web/qps";
    }
  }

  private static HttpReply with(HttpReply reply, String body) {
    return new HttpReply(reply.target(), reply.code(), reply.contentType(), body);
  }

  private static String withoutItems(String body) {
    return body.replaceFirst("\"items\":.*", "\"items\":[]}");
  }

  static final class PrefersAnother extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace("v1beta2\",\"version\":\"v1beta2\"}}", "v1\",\"version\":\"v1\"}}");
    }
  }

  static final class ListsAnotherKind extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace(
          "\"namespaced\":true,\"kind\":\"MetricValueList\"", "\"kind\":\"Metric\"");
    }
  }

  static final class NamesNoKind extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace("{\"kind\":\"MetricValueList\"", "{\"kind\":\"List\"");
    }
  }

  static final class MixesVersions extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace("\"metric\":{\"name\":\"qps\"}", "\"metricName\":\"qps\"");
    }
  }

  static final class WritesNumbers extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace("\"value\":\"2\"", "\"value\":2");
    }
  }

  static final class WritesUnits extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace("\"value\":\"2\"", "\"value\":\"2 qps\"");
    }
  }

  static final class WritesLocalTime extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace("2024-05-01T10:00:00Z", "2024-05-01 10:00:00");
    }
  }

  static final class WritesDurations extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace("\"windowSeconds\":60", "\"windowSeconds\":\"60s\"");
    }
  }

  static final class AnswersAnything extends Custom {
    @Override
    HttpReply flawed(String target, HttpReply conformant) {
      return conformant.code() == 404
          ? new HttpReply(target, 200, "application/json", "{\"items\":[]}")
          : conformant;
    }
  }

  static final class BareNotFound extends Custom {
    @Override
    HttpReply flawed(String target, HttpReply conformant) {
      return conformant.code() == 404
          ? new HttpReply(target, 404, "text/plain", "not found")
          : conformant;
    }
  }

  static final class IgnoresStrangeLabels extends Custom {
    @Override
    String changed(String target, String body) {
      return target.contains("?labelSelector=hpa-conformance")
          ? body.replace("[]", "[{\"value\":\"1\"}]")
          : body;
    }
  }

  static final class Elsewhere extends Custom {
    @Override
    String changed(String target, String body) {
      return body.replace("\"namespace\":\"shop\"", "\"namespace\":\"bank\"");
    }
  }

  static final class OnlyWildcards extends Custom {
    @Override
    String changed(String target, String body) {
      return target.contains("/web-1/") ? withoutItems(body) : body;
    }
  }

  static final class IgnoresInequality extends Custom {
    @Override
    String changed(String target, String body) {
      return target.contains("%21%3D")
          ? body.replace("api-1", "web-1\"}},{\"describedObject\":{\"name\":\"web-2")
          : body;
    }
  }

  static final class IgnoresSeries extends Custom {
    @Override
    String changed(String target, String body) {
      return target.contains("metricLabelSelector=hpa-conformance")
          ? body.replace("[]", "[{\"value\":\"1\"}]")
          : body;
    }
  }

  static final class KnowsNoSeries extends Custom {
    @Override
    String changed(String target, String body) {
      return target.contains("metricLabelSelector") ? withoutItems(body) : body;
    }
  }

  static final class KnowsNoObjects extends Custom {
    @Override
    HttpReply flawed(String target, HttpReply conformant) {
      return target.contains("/services/") ? new HttpReply(target, 404, "", "") : conformant;
    }
  }

  static final class ForgetsInTheOlder extends Custom {
    @Override
    String changed(String target, String body) {
      return target.contains("/v1beta1/")
          ? body.replaceFirst(",\\{\"describedObject\":\\{[^}]*web-2[^}]*}[^}]*}", "")
          : body;
    }
  }

  /** Overrides only the abstract methods. */
  static class SparseExternal extends ExternalMetricsAdapterContract {
    @Override
    protected AdapterClient adapter() {
      return new SampleAdapter(List.of(), this::flawed);
    }

    HttpReply flawed(String target, HttpReply conformant) {
      return with(conformant, changed(target, conformant.body()));
    }

    String changed(String target, String body) {
      return body;
    }

    @Override
    protected String namespace() {
      return "shop";
    }

    @Override
    protected String metric() {
      return "depth";
    }
  }

  static class External extends SparseExternal {
    @Override
    protected String selector() {
      return "queue=orders";
    }
  }

  static final class NumbersAsLabels extends External {
    @Override
    String changed(String target, String body) {
      return body.replace("{\"queue\":", "{\"shard\":7,\"queue\":");
    }
  }

  static final class IgnoresEquality extends External {
    @Override
    String changed(String target, String body) {
      return body.replace("orders", "mails");
    }
  }

  static final class AnotherName extends External {
    @Override
    String changed(String target, String body) {
      return body.replace("\"metricName\":\"depth\"", "\"metricName\":\"Depth\"");
    }
  }

  static final class FailsOnUnknown extends External {
    @Override
    HttpReply flawed(String target, HttpReply conformant) {
      return conformant.code() == 404
          ? new HttpReply(target, 500, "text/plain", "panic")
          : conformant;
    }
  }

  static class Resource extends ResourceMetricsAdapterContract {
    List<String> served() {
      return List.of("v1", "v1beta1");
    }

    @Override
    protected AdapterClient adapter() {
      return new SampleAdapter(
          served(), (target, reply) -> with(reply, changed(target, reply.body())));
    }

    String changed(String target, String body) {
      return body;
    }

    @Override
    protected String namespace() {
      return "shop";
    }

    @Override
    protected String selector() {
      return "app=web";
    }
  }

  static final class StableResource extends Resource {
    @Override
    List<String> served() {
      return List.of("v1");
    }
  }

  static final class BetaResource extends Resource {
    @Override
    List<String> served() {
      return List.of("v1beta1");
    }
  }

  static final class PrefersAlpha extends Resource {
    @Override
    String changed(String target, String body) {
      return body.replace("v1\",\"version\":\"v1\"}}", "v1alpha1\",\"version\":\"v1alpha1\"}}");
    }
  }

  static final class ListsNodesOnly extends Resource {
    @Override
    String changed(String target, String body) {
      return body.replace("\"name\":\"pods\"", "\"name\":\"nodes\"");
    }
  }

  static final class AnswersInTheOlder extends Resource {
    @Override
    String changed(String target, String body) {
      return body.replace(
          "List\",\"apiVersion\":\"metrics.k8s.io/v1\"",
          "List\",\"apiVersion\":\"metrics.k8s.io/v1beta1\"");
    }
  }

  static final class OtherNamespace extends Resource {
    @Override
    String changed(String target, String body) {
      return body.replace("\"namespace\":\"shop\"", "\"namespace\":\"bank\"");
    }
  }

  static final class TwicePerPod extends Resource {
    @Override
    String changed(String target, String body) {
      return target.endsWith("app%3Dweb") ? body.replace("web-2", "web-1") : body;
    }
  }

  static final class LocalTime extends Resource {
    @Override
    String changed(String target, String body) {
      return body.replace("2024-05-01T10:00:00Z", "2024-05-01 10:00:00");
    }
  }

  static final class IntegerWindows extends Resource {
    @Override
    String changed(String target, String body) {
      return body.replace("\"15.1s\"", "15");
    }
  }

  static final class AnonymousContainers extends Resource {
    @Override
    String changed(String target, String body) {
      return body.replace("\"name\":\"app\",", "");
    }
  }

  static final class NumbersAsUsage extends Resource {
    @Override
    String changed(String target, String body) {
      return body.replace("\"1500000n\"", "1.5");
    }
  }

  static final class IgnoresUnequalLabels extends Resource {
    @Override
    String changed(String target, String body) {
      return target.contains("%21%3D") ? body.replace("api-1", "web-1") : body;
    }
  }

  static final class IgnoresUnknownLabels extends Resource {
    @Override
    String changed(String target, String body) {
      return target.contains("hpa-conformance") ? body.replace("[]", "[{}]") : body;
    }
  }

  static final class MissesAPodInTheOlder extends Resource {
    @Override
    String changed(String target, String body) {
      return target.contains("/v1beta1/")
          ? body.replaceFirst("\\{\"metadata.*?]},(?=.*web-2)", "")
          : body;
    }
  }
}
