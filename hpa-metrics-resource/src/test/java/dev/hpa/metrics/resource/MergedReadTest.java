package dev.hpa.metrics.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.http.ApiCaller;
import dev.hpa.kube.http.HttpTransport;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Merged lists yield the same results as one list for each selector. */
class MergedReadTest {

  private static final int CASES = 3_000;

  private static final String[] SELECTORS = {
    "",
    "app=a",
    "app==b",
    "app in (a)",
    "app in (a,c)",
    "app",
    "!app",
    "app!=a",
    "app=a,tier=x",
    "app=a,tier=y",
    "tier notin (x)",
    "tier notin (x,y)",
    "app=none",
    "tier=y,app in (b),!extra",
    "size>3",
    "extra=",
  };

  /**
   * A pod in a fake metrics API.
   *
   * @param labels labels that selectors match
   * @param json metrics of the pod
   */
  private record Pod(Map<String, String> labels, Map<String, Object> json) {}

  /** The metrics API of a namespace. */
  private static final class Pods implements HttpTransport {
    final List<String> requests = new ArrayList<>();
    List<Pod> pods = List.of();
    String kind = "PodMetricsList";
    boolean hasMetrics = true;
    boolean isReachable = true;

    /** How many responses break off in the middle of their bodies. */
    int resets;

    @Override
    public String server() {
      return "http://metrics";
    }

    @Override
    public TransportResponse send(ApiRequest request) throws IOException {
      requests.add(request.query().getOrDefault("labelSelector", "all"));
      if (!isReachable) {
        throw new IOException("gone");
      }
      if (!hasMetrics) {
        return new Response(503, new ByteArrayInputStream(new byte[0]));
      }
      Selector selector = Selector.parse(request.query().getOrDefault("labelSelector", ""));
      Map<String, Object> list =
          Map.of(
              "kind",
              kind,
              "apiVersion",
              "metrics.k8s.io/v1beta1",
              "items",
              pods.stream().filter(pod -> selector.matches(pod.labels())).map(Pod::json).toList());
      byte[] body = Json.write(list);
      return new Response(
          200,
          resets-- > 0
              ? new SequenceInputStream(new ByteArrayInputStream(body, 0, 20), new Reset())
              : new ByteArrayInputStream(body));
    }
  }

  private record Response(int code, InputStream body) implements TransportResponse {

    @Override
    public @Nullable String header(String name) {
      return name.equals("Content-Type") ? "application/json" : null;
    }

    @Override
    public void distrust() {}

    @Override
    public void close() {}
  }

  private static final class Reset extends InputStream {

    @Override
    public int read() throws IOException {
      throw new SocketException("Connection reset");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      throw new SocketException("Connection reset");
    }
  }

  private final Pods api = new Pods();
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));

  private MetricProvider provider(PodLists lists) {
    return new ResourceMetricProviderFactory(lists)
        .create(
            new ProviderContext(new ApiCaller(api, timeline), timeline)
                .with(TestSettings.versions("v1beta1")));
  }

  private static Pod pod(String name, Map<String, String> labels, Object... usages) {
    Map<String, Object> metadata = new LinkedHashMap<>(Map.of("name", name));
    if (!labels.isEmpty()) {
      metadata.put("labels", labels);
    }
    List<Object> containers = new ArrayList<>();
    for (int i = 0; i < usages.length; i++) {
      containers.add(Map.of("name", i == 0 ? "app" : "sidecar", "usage", usages[i]));
    }
    return new Pod(
        labels,
        Map.of(
            "metadata",
            metadata,
            "timestamp",
            "2024-05-01T09:59:30Z",
            "window",
            "15s",
            "containers",
            containers));
  }

  private static Pod randomPod(Random random) {
    Map<String, String> labels = new TreeMap<>();
    if (random.nextInt(4) > 0) {
      labels.put("app", String.valueOf((char) ('a' + random.nextInt(3))));
    }
    if (random.nextBoolean()) {
      labels.put("tier", random.nextBoolean() ? "x" : "y");
    }
    if (random.nextInt(5) == 0) {
      labels.put("extra", "");
    }
    if (random.nextInt(3) > 0) {
      labels.put("size", random.nextInt(9) == 0 ? "large" : Integer.toString(random.nextInt(7)));
    }
    Object[] usages =
        IntStream.range(0, random.nextInt(3)).mapToObj(any -> randomUsage(random)).toArray();
    return pod("p" + random.nextInt(12), labels, usages);
  }

  private static Map<String, Object> randomUsage(Random random) {
    Map<String, Object> usage = new TreeMap<>();
    if (random.nextInt(6) > 0) {
      usage.put("cpu", random.nextInt(60) == 0 ? "lots" : random.nextInt(2_000_000) + "n");
    }
    if (random.nextInt(6) > 0) {
      usage.put("memory", random.nextInt(500) + "Mi");
    }
    return usage;
  }

  private static Set<MetricQuery> randomQueries(Random random) {
    Set<MetricQuery> queries = new LinkedHashSet<>();
    for (int i = random.nextInt(8); i >= 0; i--) {
      Selector selector =
          random.nextInt(20) == 0
              ? Selector.nothing()
              : Selector.parse(SELECTORS[random.nextInt(SELECTORS.length)]);
      queries.add(
          new MetricQuery.PodResource(
              random.nextInt(30) == 0 ? "bad/name" : "ns" + random.nextInt(2),
              selector,
              random.nextBoolean() ? "cpu" : "memory",
              random.nextInt(3) == 0 ? "app" : null));
    }
    return queries;
  }

  private void randomServer(Random random) {
    api.pods = IntStream.range(0, random.nextInt(14)).mapToObj(any -> randomPod(random)).toList();
    if (random.nextInt(8) == 0) {
      api.pods = api.pods.stream().map(MergedReadTest::withoutLabels).toList();
    }
    api.kind = random.nextInt(20) == 0 ? "PodMetrics" : "PodMetricsList";
    api.isReachable = random.nextInt(20) > 0;
    api.hasMetrics = random.nextInt(20) > 0;
  }

  /** Returns a pod that matches the same selectors, but whose metrics have no labels. */
  private static Pod withoutLabels(Pod pod) {
    Map<String, Object> bare = new LinkedHashMap<>(pod.json());
    bare.put("metadata", Map.of("name", "bare"));
    return new Pod(pod.labels(), bare);
  }

  @Test
  void mergedListsYieldTheResultsOfSingleLists() {
    Random random = new Random(6);
    MetricProvider single = provider(PodLists.BY_SELECTOR);
    MetricProvider merged = provider(PodLists.BY_NAMESPACE);
    MetricProvider cheapest = provider(PodLists.CHEAPEST);
    for (int i = 0; i < CASES; i++) {
      randomServer(random);
      Set<MetricQuery> queries = randomQueries(random);
      Map<MetricQuery, MetricResult> expected = single.read(queries);
      String place = "case " + i + ": " + queries;
      assertEquals(queries, expected.keySet(), place);
      assertEquals(expected, merged.read(queries), place);
      assertEquals(expected, cheapest.read(queries), place);
      timeline.advance(Duration.ofMinutes(random.nextInt(4)));
    }
  }

  private static Set<MetricQuery> cpuOf(String... selectors) {
    Set<MetricQuery> queries = new LinkedHashSet<>();
    for (String selector : selectors) {
      queries.add(new MetricQuery.PodResource("ns", Selector.parse(selector), "cpu", null));
    }
    return queries;
  }

  private List<String> requested(MetricProvider provider, String... selectors) {
    api.requests.clear();
    provider.read(cpuOf(selectors));
    return List.copyOf(api.requests);
  }

  private static Pod podOf(String app) {
    return pod("p", Map.of("app", app), Map.of("cpu", "1m"));
  }

  @Test
  void anUnknownNamespaceIsListedAsAWhole() {
    api.pods = List.of(podOf("a"), podOf("b"));
    assertEquals(List.of("all"), requested(provider(PodLists.CHEAPEST), "app=a", "app=b"));
  }

  @Test
  void aSingleSelectorUsesItsOwnList() {
    api.pods = List.of(podOf("a"), podOf("b"));
    assertEquals(List.of("app=a"), requested(provider(PodLists.CHEAPEST), "app=a"));
  }

  @Test
  void fewPodsOfALargeNamespaceAreListedBySelectorUntilSizesExpire() {
    List<Pod> pods = new ArrayList<>(List.of(podOf("a"), podOf("b")));
    IntStream.range(0, 1_000).forEach(i -> pods.add(podOf("others")));
    api.pods = pods;
    MetricProvider provider = provider(PodLists.CHEAPEST);
    assertEquals(List.of("all"), requested(provider, "app=a", "app=b"));
    assertEquals(List.of("app=a", "app=b"), requested(provider, "app=a", "app=b"));

    List<String> three = List.of("app=a", "app=b", "app=others");
    assertEquals(three, requested(provider, "app=a", "app=b", "app=others"), "unknown selector");
    assertEquals(List.of("all"), requested(provider, "app=a", "app=b", "app=others"));

    api.pods = pods.subList(0, 10);
    assertEquals(List.of("app=a", "app=b"), requested(provider, "app=a", "app=b"));
    timeline.advance(PodListCosts.TTL.plusSeconds(1));
    assertEquals(List.of("all"), requested(provider, "app=a", "app=b"));
    assertEquals(List.of("all"), requested(provider, "app=a", "app=b"));
  }

  @Test
  void aSourceWithoutLabelsIsListedBySelector() {
    api.pods = List.of(withoutLabels(podOf("a")));
    MetricProvider provider = provider(PodLists.CHEAPEST);
    assertEquals(List.of("all", "app=a", "!app"), requested(provider, "app=a", "!app"));
    assertEquals(List.of("app=a", "!app"), requested(provider, "app=a", "!app"));
  }

  @Test
  void aMalformedPodFailsOnlyMatchingSelectors() {
    api.pods = List.of(podOf("a"), pod("q", Map.of("app", "b"), Map.of("cpu", "lots")));
    MetricProvider provider = provider(PodLists.CHEAPEST);
    assertEquals(List.of("all", "app=a", "app=b"), requested(provider, "app=a", "app=b"));
    assertEquals(List.of("app=a", "app=b"), requested(provider, "app=a", "app=b"));
  }

  /** A reset says nothing about the namespace. */
  @Test
  void aBrokenConnectionDoesNotEndMergedLists() {
    api.pods = List.of(podOf("a"), podOf("b"));
    MetricProvider provider = provider(PodLists.CHEAPEST);
    api.resets = 1;
    assertEquals(List.of("all", "all"), requested(provider, "app=a", "app=b"), "once more");
    api.resets = 2;
    assertEquals(List.of("all", "all"), requested(provider, "app=a", "app=b"), "failed");
    assertEquals(List.of("all"), requested(provider, "app=a", "app=b"));
  }

  @Test
  void anErrorStatusIsNotRequestedAgain() {
    api.hasMetrics = false;
    assertEquals(List.of("all"), requested(provider(PodLists.CHEAPEST), "app=a", "app=b"));
  }

  @Test
  void sizesAreEvicted() {
    PodListCosts sizes = new PodListCosts(timeline::now);
    sizes.update("first", 1_000_000);
    List<String> selectors = List.of("app=a", "app=b");
    assertFalse(sizes.isNamespaceCheaper("first", selectors));
    IntStream.range(0, Limit.SELECTOR_SIZES.asInt()).forEach(i -> sizes.update("ns" + i, 1));
    assertTrue(sizes.isNamespaceCheaper("first", selectors), "evicted");
  }
}
