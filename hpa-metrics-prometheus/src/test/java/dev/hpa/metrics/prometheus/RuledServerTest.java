package dev.hpa.metrics.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.metrics.prometheus.FakePrometheus.Response;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.NoMatchException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file and the lists of a server in virtual time; checks run while it is advanced. */
class RuledServerTest {

  private static final String RULES =
      """
      rules:
      - seriesQuery: requests
        resources: {overrides: {namespace: {resource: namespace}, pod: {resource: pod}}}
        metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)
      externalRules:
      - seriesQuery: depth
        resources: {overrides: {namespace: {resource: namespace}}}
        metricsQuery: <<.Series>>{<<.LabelMatchers>>}
      - seriesQuery: lag
        resources: {overrides: {namespace: {resource: namespace}}}
        metricsQuery: <<.Series>>{<<.LabelMatchers>>}
      """;

  private static final String INVALID = RULES + "- seriesQury: x\n";
  private static final Response BUSY =
      Response.failed(503, "{\"status\":\"error\",\"error\":\"busy\"}");
  private static final Duration STEP = RuledServer.CHECK_INTERVAL;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-03-02T12:00:00Z"));
  private final Resources mapper =
      new Resources(new RecordedCluster(RecordedAdapter.load().kube()).mapper());

  @TempDir private Path folder;
  private Path rules;
  private FakePrometheus prometheus;
  private @Nullable RuledServer server;

  /** An API server that counts requests, and may lack a resource. */
  private static final class Resources implements RestMapper {
    private final RestMapper served;
    private final Set<String> unserved = new TreeSet<>();
    private int requests;

    Resources(RestMapper served) {
      this.served = served;
    }

    @Override
    public List<ResourceMapping> mappings(String group, String kind) throws KubernetesApiException {
      return served.mappings(group, kind);
    }

    @Override
    public ResourceMapping preferred(String group, String kind) throws KubernetesApiException {
      return served.preferred(group, kind);
    }

    @Override
    public ResourceMapping resource(String group, String resource) throws KubernetesApiException {
      requests++;
      if (unserved.contains(resource)) {
        throw new NoMatchException("no matches for " + resource);
      }
      return served.resource(group, resource);
    }
  }

  private static final class SameThread extends AbstractExecutorService {
    @Override
    public void execute(Runnable check) {
      check.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
      return false;
    }
  }

  @BeforeEach
  void start() throws IOException {
    rules = folder.resolve("rules.yaml");
    prometheus =
        new FakePrometheus()
            .series("requests", series("requests"))
            .series("depth", series("depth"))
            .series("lag", series("lag"));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    prometheus.close();
    timeline.close();
  }

  private static String series(String name) {
    return "{\"__name__\":\"%s\",\"namespace\":\"shop\",\"pod\":\"a\"}".formatted(name);
  }

  private void serve(String text) throws IOException {
    Files.writeString(rules, text);
    server =
        new RuledServer(
            new PrometheusClient(
                PrometheusServer.of(PrometheusServer.address(prometheus.url()), null, null),
                Duration.ofMinutes(4),
                ResponseLimits.ofCalls(MemoryPool.ofHeap())),
            rules,
            mapper,
            timeline,
            Duration.ofMinutes(10),
            new SameThread());
  }

  private RuledServer.State state() {
    return Objects.requireNonNull(server).state();
  }

  private Set<String> external() {
    return new TreeSet<>(state().registry().external().keySet());
  }

  private String problem() {
    return String.valueOf(state().problem());
  }

  @Test
  void anInvalidFileKeepsTheRulesAndTheLists() throws IOException {
    serve(RULES);
    assertNull(state().problem());
    Files.writeString(rules, INVALID);
    timeline.advance(STEP);
    assertTrue(problem().contains("externalRules[2].seriesQury: unknown field"), problem());
    prometheus.series("depth", series("width"));
    timeline.advance(Duration.ofMinutes(10));
    assertEquals(Set.of("lag", "width"), external());
    assertTrue(problem().contains("externalRules[2].seriesQury: unknown field"), problem());
    Files.writeString(rules, RULES);
    timeline.advance(STEP);
    assertNull(state().problem());
  }

  @Test
  void anInvalidFileIsParsedAgainOnlyIfItChanges() throws IOException {
    serve(RULES.replace("sum(<<.Series>>", "sum(<<slice .Series>>"));
    int before = mapper.requests;
    timeline.advance(Duration.ofMinutes(30));
    assertEquals(before, mapper.requests);
    assertTrue(
        problem()
            .endsWith(
                "rules[0].metricsQuery: function \"slice\" is not supported; use index, eq or ne"),
        problem());
    assertEquals(List.of(), prometheus.queries());
    Files.writeString(rules, RULES);
    timeline.advance(STEP);
    assertEquals(Set.of("depth", "lag"), external());
    assertNull(state().problem());
  }

  @Test
  void aResourceMayBeServedLater() throws IOException {
    mapper.unserved.add("pod");
    serve(RULES);
    assertTrue(
        problem()
            .endsWith(
                "rules[0].resources.overrides.pod: the API server serves no resource \"pod\""),
        problem());
    mapper.unserved.clear();
    timeline.advance(STEP);
    assertEquals(Set.of("depth", "lag"), external());
    assertNull(state().problem());
  }

  @Test
  void aFileMayBeReadableLater() throws IOException {
    serve(RULES);
    Files.delete(rules);
    timeline.advance(STEP);
    assertTrue(problem().contains("cannot be read; check the path"), problem());
    assertEquals(Set.of("depth", "lag"), external());
    Files.writeString(rules, RULES);
    timeline.advance(STEP);
    assertNull(state().problem());
  }

  @Test
  void onlyTheKindThatFailsIsListedAgainAfterGrowingPauses() throws IOException {
    prometheus.put("lag", BUSY);
    serve(RULES);
    assertEquals(Set.of("depth"), external());
    assertTrue(
        problem().endsWith("externalRules[1]: the series lag cannot be listed: status 503: busy"),
        problem());
    List<Long> custom = new ArrayList<>();
    List<Long> lag = new ArrayList<>();
    for (long second = 0; second <= 2_000; second += STEP.toSeconds()) {
      addTimes(custom, "requests", second);
      addTimes(lag, "lag", second);
      timeline.advance(STEP);
    }
    assertEquals(List.of(0L, 600L, 1200L, 1800L), custom);
    assertEquals(List.of(0L, 10L, 30L, 70L, 150L, 310L, 630L, 1230L, 1830L), lag);
    prometheus.series("lag", series("lag"));
    timeline.advance(Duration.ofMinutes(10));
    assertNull(state().problem());
    assertEquals(Set.of("depth", "lag"), external());
  }

  /** Adds a time for each list of the series of a selector since the last call. */
  private void addTimes(List<Long> times, String selector, long second) {
    long count = prometheus.queries().stream().filter(selector::equals).count();
    while (times.size() < count) {
      times.add(second);
    }
  }

  @Test
  void aFailureKeepsWhatIsKnownAndWhatIsFound() throws IOException {
    serve(RULES);
    prometheus.series("depth", series("width")).put("lag", BUSY);
    timeline.advance(Duration.ofMinutes(10));
    assertEquals(Set.of("lag", "width"), external());
    prometheus.put("depth", BUSY).series("lag");
    timeline.advance(STEP);
    assertEquals(Set.of("lag", "width"), external());
    prometheus.series("depth");
    timeline.advance(Duration.ofMinutes(1));
    assertEquals(Set.of(), external());
    assertNull(state().problem());
  }

  @Test
  void ofManyNamespacesThatFailTheOthersAreKept() throws IOException {
    serve(RULES);
    List<String> namespaces = IntStream.range(0, 40).mapToObj(i -> "n" + i).toList();
    prometheus.put("depth", BUSY).values("depth", namespaces.toArray(String[]::new));
    namespaces.forEach(each -> prometheus.put("depth{namespace=\"" + each + "\"}", BUSY));
    prometheus
        .series("depth{namespace=\"n0\"}", series("width"))
        .series("lag", series("lag"), series("late"));
    int before = prometheus.queries().size();
    timeline.advance(Duration.ofMinutes(10));
    assertEquals(Set.of("depth", "lag", "late", "width"), external());
    assertTrue(
        problem()
            .endsWith(
                "externalRules[0]: the series depth of at least 21 namespaces, first n1, n2, n3,"
                    + " n4, n5 cannot be listed: status 503: busy"),
        problem());
    int ofOneList = prometheus.queries().size() - before;
    assertEquals(1 + 1 + 1 + 22 + 1, ofOneList);
  }
}
