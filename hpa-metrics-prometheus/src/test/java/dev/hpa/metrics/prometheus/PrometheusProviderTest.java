package dev.hpa.metrics.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.content.SymbolNames;
import dev.hpa.kube.provider.BuiltInProvider;
import dev.hpa.metrics.prometheus.FakePrometheus.Response;
import dev.hpa.metrics.prometheus.template.TemplateException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import dev.hpa.spi.RestMapper;
import dev.hpa.tck.InMemoryApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class PrometheusProviderTest {

  private static final String RULES =
      """
      rules:
      - seriesQuery: requests{pod!=""}
        resources: {template: <<.Resource>>}
        metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)
      externalRules:
      - seriesQuery: depth
        resources: {overrides: {namespace: {resource: namespace}}}
        metricsQuery: <<.Series>>{<<.LabelMatchers>>}
      """;

  private static final String DEPTH = "depth{namespace=\"shop\"}";
  private static final Selector WEB = Selector.parse("app=web");

  private final RestMapper mapper = new RecordedCluster(RecordedAdapter.load().kube()).mapper();
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-03-02T12:00:00.750Z"));

  @TempDir private Path folder;
  private FakePrometheus prometheus;
  private Path rules;
  private @Nullable BuiltInProvider provider;

  @BeforeEach
  void start() throws IOException {
    prometheus =
        new FakePrometheus()
            .series("requests{pod!=\"\"}", series("requests"))
            .series("depth", series("depth"));
    rules = Files.writeString(folder.resolve("rules.yaml"), RULES);
  }

  @AfterEach
  void stop() {
    if (provider != null) {
      provider.close();
    }
    prometheus.close();
    timeline.close();
  }

  private static String series(String name) {
    return "{\"__name__\":\"%s\",\"namespace\":\"shop\",\"pod\":\"a\"}".formatted(name);
  }

  private BuiltInProvider provider(String... more) throws InterruptedException {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", prometheus.url());
    settings.put("rules", rules.toString());
    settings.put("timeout", "4m");
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    BuiltInProvider created = create(settings);
    provider = created;
    created.prepare();
    return created;
  }

  private BuiltInProvider create(Map<String, String> settings) {
    PrometheusProviderFactory factory = new PrometheusProviderFactory();
    return factory.create(
        new ProviderContext(new InMemoryApi(), timeline, mapper)
            .with((namespace, selector, isRunning) -> List.of("a", "b"))
            .with(ProviderSettings.of(factory.settings(), settings)));
  }

  private static MetricQuery external(String metric) {
    return new MetricQuery.ExternalMetric("shop", metric, Selector.everything(), null);
  }

  private static MetricQuery requests() {
    return new MetricQuery.PodMetric("shop", WEB, "requests", Selector.everything());
  }

  private static MetricResult read(BuiltInProvider from, MetricQuery query) {
    return Objects.requireNonNull(from.read(List.of(query)).get(query));
  }

  private static String failure(BuiltInProvider from, MetricQuery query) {
    return assertInstanceOf(MetricFailure.class, read(from, query)).message();
  }

  private void waitForCheck() throws InterruptedException {
    int before = prometheus.queries().size();
    timeline.advance(RuledServer.CHECK_INTERVAL);
    while (prometheus.queries().size() == before) {
      Thread.onSpinWait();
    }
  }

  @Test
  void metricsWithoutARuleAreDeclined() throws InterruptedException {
    BuiltInProvider read = provider();
    assertNull(read.declines(external("depth")));
    assertNull(read.declines(requests()));
    assertTrue(read.yieldsWithoutData(requests()));
    assertFalse(read.yieldsWithoutData(new MetricQuery.PodResource("shop", WEB, "cpu", null)));
    assertEquals("Prometheus: no rule gives this metric", read.declines(external("kafka-lag")));
    assertEquals(
        "Prometheus: no resourceRules",
        read.declines(new MetricQuery.PodResource("shop", WEB, "cpu", null)));
    assertNotNull(
        read.declines(
            new MetricQuery.ObjectMetric(
                "shop",
                new CrossVersionObjectReference("Service", "web", "v1"),
                "latency",
                Selector.everything())));
  }

  @Test
  void aQueryIsDescribed() throws InterruptedException {
    BuiltInProvider read = provider();
    assertEquals(
        "sum(requests{namespace=\"shop\",pod=~\"a|b\"}) by (pod)", read.describe(requests()));
    assertEquals(DEPTH, read.describe(external("depth")));
    assertEquals("", read.describe(external("other")));
  }

  @Test
  void timesOfTheMetricsApiHaveWholeSeconds() throws InterruptedException {
    prometheus.vector(DEPTH, Map.of("{}", "7"));
    prometheus.vector(
        "sum(requests{namespace=\"shop\",pod=~\"a|b\"}) by (pod)", Map.of("{\"pod\":\"b\"}", "1"));
    BuiltInProvider read = provider();
    assertEquals(
        MetricReading.Series.of(List.of(7000L), Instant.ofEpochSecond(1_700_000_000)),
        read(read, external("depth")));
    assertEquals(
        MetricReading.PodValues.of(
            List.of(
                MetricReading.PodValue.of(
                    "b", Instant.parse("2026-03-02T12:00:00Z"), Duration.ofMinutes(1), 1000))),
        read(read, requests()));
  }

  @Test
  void failuresNameTheRuleTheQueryAndTheServer() throws InterruptedException {
    BuiltInProvider read = provider();
    String query = "externalRules[0], query " + DEPTH + " at " + prometheus.url() + ": ";
    assertEquals(query + "there are no series", failure(read, external("depth")));
    prometheus.put(
        DEPTH,
        Response.failed(
            422, "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too\\nmany\"}"));
    assertEquals(query + "status 422: too many", failure(read, external("depth")));
    prometheus.put(DEPTH, Response.failed(401, "<html>log in</html>"));
    assertEquals(
        query + "status 401, and the response is not that of Prometheus",
        failure(read, external("depth")));
    prometheus.put(DEPTH, Response.ok("{\"status\":\"success\",\"data\":{\"resultType\":\"vec"));
    assertEquals(
        query + "status 200, and the response is not that of Prometheus",
        failure(read, external("depth")));
    prometheus.put(
        DEPTH,
        new Response(
            200,
            "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[",
            "{\"metric\":{},\"value\":[1,\"1\"]},".repeat(1000),
            1800));
    assertEquals(
        query + "the response has more than 16777216 bytes", failure(read, external("depth")));
  }

  /** The order of members has no meaning in JSON. */
  @Test
  void theTypeOfAResultMayFollowItsSamples() throws InterruptedException {
    prometheus.put(
        DEPTH,
        Response.ok(
            "{\"data\":{\"result\":[{\"value\":[1700000000.5,\"7\"],\"metric\":{}}],"
                + "\"resultType\":\"vector\"},\"status\":\"success\"}"));
    assertEquals(
        MetricReading.Series.of(List.of(7000L), Instant.ofEpochSecond(1_700_000_000)),
        read(provider(), external("depth")));
  }

  /** Only names and labels are kept of a list, whatever its size. */
  @Test
  void aListOfAnySizeIsRead() throws InterruptedException {
    String large = evil(",\"v\":\"" + "x".repeat(10_000) + "\"") + ",";
    prometheus.put(
        "depth",
        new Response(
            200, "{\"status\":\"success\",\"data\":[" + series("lag") + ",", large, 27_000));
    BuiltInProvider read = provider();
    assertTrue(
        String.valueOf(read.problem()).endsWith("the response is not that of Prometheus"),
        read.problem());
    assertNull(read.declines(external("lag")));
    assertNull(read.declines(external("depth")));
  }

  @Test
  void aListOfANamespaceMayBeLarge() throws InterruptedException {
    prometheus
        .series("depth", UNREADABLE)
        .values("depth", "shop")
        .series("depth{namespace=\"\"}")
        .put(
            DEPTH,
            new Response(
                200,
                "{\"status\":\"success\",\"data\":[" + series("depth"),
                "," + series("lag") + " ".repeat(10_000),
                1_800));
    BuiltInProvider read = provider();
    assertTrue(
        String.valueOf(read.problem()).endsWith("the response is not that of Prometheus"),
        read.problem());
    assertNull(read.declines(external("depth")));
    assertNull(read.declines(external("lag")));
  }

  /** Short elements take several times their size in memory. */
  @Test
  void moreSeriesThanFitAreNotCollected() throws InterruptedException {
    prometheus.put(
        DEPTH,
        new Response(
            200,
            "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[{}",
            ",{}",
            5_500_000));
    String failure = failure(provider(), external("depth"));
    assertTrue(failure.contains("takes more than"), failure);
  }

  /** A tenant's pods choose the names of their labels. */
  @Test
  void namesOfOneSymbolHashStopNoSeriesOfOthers() throws InterruptedException {
    String labels =
        SymbolNames.equalHashes(700).stream()
            .map(name -> ",\"" + name + "\":\"x\"")
            .collect(Collectors.joining());
    prometheus.series(
        "depth", series("depth"), "{\"__name__\":\"depth\",\"namespace\":\"evil\"" + labels + "}");
    BuiltInProvider read = provider();
    assertNull(read.problem());
    assertNull(read.declines(external("depth")));
  }

  /** Of a server that does not escape characters. */
  private static final String UNREADABLE = evil(",\"x\":\"\u0001\"");

  private static String evil(String labels) {
    return "{\"__name__\":\"depth\",\"namespace\":\"evil\"" + labels + "}";
  }

  @Test
  void aSeriesWithManyLabelsIsLeftOut() throws InterruptedException {
    StringBuilder labels = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      labels.append(",\"l").append(i).append("\":\"v\"");
    }
    prometheus.series("depth", evil(labels.toString()), series("depth"));
    BuiltInProvider read = provider();
    assertNull(read.declines(external("depth")));
    assertEquals(
        "Prometheus "
            + prometheus.url()
            + ": externalRules[0]: series with more than 1000 labels, or with long ones, are left"
            + " out; set label_limit and label_name_length_limit",
        read.problem());
  }

  @Test
  void aSeriesWithLongNamesOfLabelsIsLeftOut() throws InterruptedException {
    StringBuilder labels = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      labels.append(",\"").append("l".repeat(1_000)).append(i).append("\":\"v\"");
    }
    prometheus.series("depth", evil(labels.toString()), series("depth"));
    BuiltInProvider read = provider();
    assertNull(read.declines(external("depth")));
    assertTrue(String.valueOf(read.problem()).contains("or with long ones"), read.problem());
  }

  /** It names no pod, and a parser would take six times its memory. */
  @Test
  void aSampleWithALongLabelIsLeftOut() throws InterruptedException {
    BuiltInProvider read = provider();
    String query = read.describe(requests());
    prometheus.put(
        query,
        Response.ok(
            "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                + "{\"metric\":{\"pod\":\"ü"
                + "x".repeat(3_000_000)
                + "\"},\"value\":[1700000000,\"1\"]},"
                + "{\"metric\":{\"pod\":\"a\",\"x\":\""
                + "x".repeat(3_000_000)
                + "\"},\"value\":[1700000000,\"2\"]}]}}"));
    MetricReading.PodValues values = (MetricReading.PodValues) read(read, requests());
    assertEquals(List.of("a"), values.values().stream().map(MetricReading.PodValue::pod).toList());
  }

  /** Of any length: a parser would take six times the memory of one. */
  @Test
  void aSeriesWithALongNameOfALabelIsLeftOut() throws InterruptedException {
    prometheus.series("depth", evil(",\"" + "x".repeat(2_000_000) + "\":\"v\""), series("depth"));
    BuiltInProvider read = provider();
    assertNull(read.declines(external("depth")));
    assertTrue(String.valueOf(read.problem()).contains("or with long ones"), read.problem());
  }

  /** Longer than JSON parsers accept. */
  @Test
  void aLongValueOfALabelIsSkipped() throws InterruptedException {
    prometheus.series("depth", evil(",\"v\":\"" + "x".repeat(21_000_000) + "\""), series("depth"));
    BuiltInProvider read = provider();
    assertNull(read.declines(external("depth")));
    assertNull(read.problem());
  }

  @Test
  void aListThatFailsBecauseOfOneNamespaceLeavesTheOthers() throws InterruptedException {
    prometheus
        .series("depth", UNREADABLE, series("depth"))
        .values("depth", "evil", "shop")
        .series("depth{namespace=\"evil\"}", UNREADABLE)
        .series("depth{namespace=\"\"}")
        .series(DEPTH, series("depth"));
    BuiltInProvider read = provider();
    assertNull(read.declines(external("depth")));
    assertEquals(
        "Prometheus "
            + prometheus.url()
            + ": externalRules[0]: the series depth of namespace evil cannot be listed: status 200,"
            + " and the response is not that of Prometheus",
        read.problem());
  }

  @Test
  void moreNamespacesThanAreListedOneByOneAreAFailure() throws InterruptedException {
    prometheus
        .series("depth", UNREADABLE, series("depth"))
        .values(
            "depth", IntStream.rangeClosed(0, 5_000).mapToObj(i -> "n" + i).toArray(String[]::new))
        .series(DEPTH, series("depth"));
    BuiltInProvider read = provider();
    String problem = String.valueOf(read.problem());
    assertTrue(problem.contains("the series depth cannot be listed"), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          up                  | up{ns="a\\"b"}
          {}                  | {ns="a\\"b"}
          {x="1", y=~"}"}     | {x="1", y=~"}",ns="a\\"b"}
          up{x="1", }         | up{x="1",ns="a\\"b"}
          """)
  void aSelectorIsNarrowedToANamespace(String selector, String expected) throws Exception {
    SeriesRule rule =
        SeriesRule.of(
            "rules[0]",
            Rules.parse(
                    """
                    rules:
                    - seriesQuery: '%s'
                      resources: {template: <<.Resource>>}
                      metricsQuery: sum(<<.Series>>)
                    """
                        .formatted(selector)
                        .getBytes(UTF_8))
                .rules()
                .getFirst(),
            mapper);
    assertEquals(expected, rule.selectorOf("ns", "a\"b"));
  }

  @Test
  void anUnreachableServerIsNamed() throws InterruptedException {
    String url = prometheus.url();
    prometheus.close();
    BuiltInProvider read = provider();
    String problem = read.problem();
    assertTrue(
        problem != null
            && problem.startsWith(
                "Prometheus "
                    + url
                    + ": rules[0]: the series requests{pod!=\"\"} cannot be listed: "),
        problem);
    assertTrue(
        String.valueOf(read.declines(external("depth"))).endsWith("; " + problem),
        read.declines(external("depth")));
  }

  @Test
  void anInvalidFileKeepsTheLastRules() throws Exception {
    BuiltInProvider read = provider();
    prometheus.vector(DEPTH, Map.of("{}", "7"));
    Files.writeString(rules, "rules:\n- seriesQury: x\n");
    timeline.advance(RuledServer.CHECK_INTERVAL);
    while (read.problem() == null) {
      Thread.onSpinWait();
    }
    assertEquals(
        "Prometheus %s: \"%s\": rules[0].seriesQury: unknown field; use metricsQuery, name,"
                .formatted(prometheus.url(), rules)
            + " resources, seriesFilters, seriesQuery",
        read.problem());
    assertInstanceOf(MetricReading.Series.class, read(read, external("depth")));
    Files.writeString(rules, RULES.replace("seriesQuery: depth", "seriesQuery: '{a=\"b\"}'"));
    prometheus.series("{a=\"b\"}", series("lag"));
    while (read.declines(external("lag")) != null) {
      timeline.advance(RuledServer.CHECK_INTERVAL);
    }
    assertNotNull(read.declines(external("depth")));
    while (read.problem() != null) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aFailedListOfOneKindLeavesTheOther() throws InterruptedException {
    prometheus.put("depth", Response.failed(503, "{\"status\":\"error\",\"error\":\"busy\"}"));
    BuiltInProvider read = provider();
    assertNull(read.declines(requests()));
    assertEquals(
        "Prometheus: no rule gives this metric; Prometheus "
            + prometheus.url()
            + ": externalRules[0]: the series depth cannot be listed: status 503: busy",
        read.declines(external("depth")));
    prometheus.series("depth", series("depth"));
    waitForCheck();
    while (read.problem() != null) {
      Thread.onSpinWait();
    }
    assertNull(read.declines(external("depth")));
  }

  @Test
  void seriesAreListedAgainAfterTheInterval() throws InterruptedException {
    BuiltInProvider read = provider("relist-interval", "1m");
    assertEquals(2, prometheus.queries().size());
    prometheus.series("depth", series("depth"), series("other"));
    for (int i = 0; i < 6; i++) {
      timeline.advance(RuledServer.CHECK_INTERVAL);
    }
    while (read.declines(external("other")) != null) {
      Thread.onSpinWait();
    }
    assertEquals(4, prometheus.queries().size());
  }

  @Test
  void requestsHaveTheCredentialsAndHeaders() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "t0ken\n");
    BuiltInProvider read =
        provider("token-file", token.toString(), "header.X-Scope-OrgID", "shop", "method", "GET");
    read(read, external("depth"));
    assertEquals(List.of("Bearer t0ken"), prometheus.lastHeaders().get("Authorization"));
    assertEquals(List.of("shop"), prometheus.lastHeaders().get("X-scope-orgid"));
    Files.writeString(token, "a\nb");
    assertTrue(
        failure(read, external("depth")).endsWith("the token is empty or has invalid characters"));
  }

  @Test
  void basicCredentialsAreSent() throws Exception {
    Path user = Files.writeString(folder.resolve("user"), "me:secret");
    read(provider("basic-auth-file", user.toString()), external("depth"));
    assertEquals(List.of("Basic bWU6c2VjcmV0"), prometheus.lastHeaders().get("Authorization"));
  }

  @Test
  void aFurtherServerAnswersWhatTheFirstDoesNotHave() throws Exception {
    Path other =
        Files.writeString(
            folder.resolve("other.yaml"),
            RULES.substring(RULES.indexOf("externalRules")).replace("depth", "lag"));
    prometheus.series("lag", series("lag"));
    prometheus.vector("lag{namespace=\"shop\"}", Map.of("{}", "3"));
    BuiltInProvider read =
        provider("servers.eu.url", prometheus.url(), "servers.eu.rules", other.toString());
    assertNull(read.declines(external("depth")));
    assertEquals(
        List.of(3000L),
        assertInstanceOf(MetricReading.Series.class, read(read, external("lag"))).milli());
  }

  private MetricQuery requestsOf(String app) {
    return new MetricQuery.PodMetric(
        "shop", Selector.parse("app=" + app), "requests", Selector.everything());
  }

  private BuiltInProvider withPods(Map<String, List<String>> byApp) throws InterruptedException {
    PrometheusProviderFactory factory = new PrometheusProviderFactory();
    BuiltInProvider created =
        factory.create(
            new ProviderContext(new InMemoryApi(), timeline, mapper)
                .with(
                    (namespace, selector, isRunning) ->
                        byApp.getOrDefault(selector.toString(), List.of()))
                .with(
                    ProviderSettings.of(
                        factory.settings(),
                        Map.of("url", prometheus.url(), "rules", rules.toString()))));
    provider = created;
    created.prepare();
    return created;
  }

  @Test
  void podsOfSeveralAutoscalersAreAskedForTogether() throws InterruptedException {
    BuiltInProvider read =
        withPods(Map.of("app=a", List.of("a1", "x"), "app=b", List.of("b1", "x")));
    prometheus.vector(
        "sum(requests{namespace=\"shop\",pod=~\"a1|b1|x\"}) by (pod)",
        Map.of("{\"pod\":\"a1\"}", "1", "{\"pod\":\"b1\"}", "2", "{\"pod\":\"x\"}", "3"));
    Set<MetricQuery> all = Set.of(requestsOf("a"), requestsOf("b"), requestsOf("none"));
    assertEquals(1, read.batches(all).size());
    int before = prometheus.queries().size();
    Map<MetricQuery, MetricResult> results = read.read(all);
    assertEquals(before + 1, prometheus.queries().size());
    assertEquals(Map.of("a1", 1000L, "x", 3000L), values(results.get(requestsOf("a"))));
    assertEquals(Map.of("b1", 2000L, "x", 3000L), values(results.get(requestsOf("b"))));
    assertEquals(
        "no pods match app=none",
        assertInstanceOf(MetricFailure.class, results.get(requestsOf("none"))).message());
  }

  private static Map<String, Long> values(@Nullable MetricResult result) {
    Map<String, Long> values = new HashMap<>();
    assertInstanceOf(MetricReading.PodValues.class, result)
        .values()
        .forEach(each -> values.put(each.pod(), each.milli()));
    return values;
  }

  /** What the adapter asks for with 20 queries for each of 20 autoscalers. */
  @Test
  void autoscalersOfANamespaceNeedOneQueryForEachMetric() throws Exception {
    StringBuilder text = new StringBuilder("rules:\n");
    for (int i = 0; i < 20; i++) {
      text.append(
          """
          - seriesQuery: m%1$d
            resources: {template: <<.Resource>>}
            metricsQuery: sum(rate(<<.Series>>{<<.LabelMatchers>>}[2m])) by (<<.GroupBy>>)
          """
              .formatted(i));
      prometheus.series("m" + i, series("m" + i));
    }
    Files.writeString(rules, text);
    Map<String, List<String>> pods = new HashMap<>();
    Set<MetricQuery> all = new HashSet<>();
    for (int app = 0; app < 20; app++) {
      pods.put("app=" + app, List.of(app + "-1", app + "-2"));
      for (int i = 0; i < 20; i++) {
        all.add(
            new MetricQuery.PodMetric(
                "shop", Selector.parse("app=" + app), "m" + i, Selector.everything()));
      }
    }
    BuiltInProvider read = withPods(pods);
    int before = prometheus.queries().size();
    assertEquals(20, read.batches(all).size());
    read.batches(all).forEach(read::read);
    assertEquals(20, prometheus.queries().size() - before);
  }

  @Test
  void podsAreAskedForTogetherOnlyIfTheirValuesCannotChange() {
    for (String each :
        List.of(
            "sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)",
            "sum(rate(<<.Series>>{<<.LabelMatchers>>,container!=\"POD\"}[2m])) by (<<.GroupBy>>)",
            "avg by (<< .GroupBy >>) (<< .Series >>{<< .LabelMatchers >>})",
            "sum(irate(<<.Series>>{<<.LabelMatchers>>}[5m]))\n  by (<<.GroupBy>>) * 1000")) {
      assertTrue(QueryTemplate.parse("q", each).isByObject(), each);
    }
    for (String each :
        List.of(
            "<<.Series>>{<<.LabelMatchers>>}",
            "topk(1, sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>))",
            "sum(<<.Series>>{<<.LabelMatchers>>})",
            "sum(a{<<.LabelMatchers>>}) by (<<.GroupBy>>) / scalar(sum(b{<<.LabelMatchers>>}))",
            "sum(<<.Series>>{<<.LabelMatchers>>} / scalar(sum(b))) by (<<.GroupBy>>)",
            "sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>,app)",
            "sum(topk(3, <<.Series>>{<<.LabelMatchers>>})) by (<<.GroupBy>>)",
            "count(absent(<<.Series>>{<<.LabelMatchers>>})) by (<<.GroupBy>>)",
            "<<if .Series>>sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)<<end>>")) {
      assertFalse(QueryTemplate.parse("q", each).isByObject(), each);
    }
  }

  @Test
  void settingsAreChecked() {
    assertEquals(
        "url: the URL is invalid; use http or https with a host, and without user, query and"
            + " fragment",
        refused("url", "ftp://prometheus"));
    assertEquals("method: set it to POST or GET", refused("method", "PUT"));
    assertEquals("timeout: not positive; set a duration above 0", refused("timeout", "0s"));
    assertEquals("key-file: not set; set both or neither", refused("cert-file", rules.toString()));
    assertEquals(
        "servers.eu: name the setting; write servers.NAME.url", refused("servers.eu", "x"));
    assertEquals(
        "servers.eu.rules: required but not set; set it to a file",
        refused("servers.eu.url", "http://eu"));
  }

  private String refused(String name, String value) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", prometheus.url());
    settings.put("rules", rules.toString());
    settings.put(name, value);
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> create(settings)).getMessage());
  }

  /** Whatever a name or a value is, the namespace matcher stays what it is. */
  @Test
  @Tag("security")
  void noNameOrValueEndsItsMatcher() {
    Random random = new Random(7);
    String alphabet = "ab\"\\{}=~|,\n\t\u0000é\u2028\uD83D\uDE00`'<>";
    QueryTemplate template = QueryTemplate.parse("metricsQuery", "<<.Series>>{<<.LabelMatchers>>}");
    for (int i = 0; i < 5000; i++) {
      StringBuilder value = new StringBuilder();
      for (int n = random.nextInt(12); n > 0; n--) {
        value.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String query =
          template.query(
              "m",
              new QueryTemplate.Matchers()
                  .equal("object", value.toString())
                  .equal("namespace", "shop"),
              List.of());
      int end = endOfString(query, "m{object=".length());
      assertEquals(",namespace=\"shop\"}", query.substring(end), query);
      assertFalse(query.substring(0, end).contains("\n"), query);
    }
  }

  /** A template that writes the quotes itself gets no value that could end them. */
  @Test
  @Tag("security")
  void noValueEndsTheQuotesOfATemplate() {
    QueryTemplate template =
        QueryTemplate.parse(
            "metricsQuery", "sum(<<.Series>>{pod=~\"<<index .LabelValuesByName \"pod\">>\"})");
    QueryTemplate.Matchers usual = new QueryTemplate.Matchers().anyOf("pod", List.of("a.b", "c-1"));
    assertEquals("sum(m{pod=~\"a.b|c-1\"})", template.query("m", usual, List.of()));
    for (String value : List.of("a\"} or b{c=\"", "a'", "a`", "a\\", "a\nb", "a\u0000")) {
      QueryTemplate.Matchers hostile = new QueryTemplate.Matchers().equal("pod", value);
      TemplateException refused =
          assertThrows(
              TemplateException.class, () -> template.query("m", hostile, List.of()), value);
      assertTrue(
          String.valueOf(refused.getMessage()).contains("could end quotes"), refused.getMessage());
    }
  }

  /** The end of a string of PromQL: after the first quote without a backslash before it. */
  private static int endOfString(String query, int begin) {
    assertEquals('"', query.charAt(begin), query);
    int at = begin + 1;
    while (query.charAt(at) != '"') {
      at += query.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }
}
