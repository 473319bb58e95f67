package dev.hpa.cli.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Metrics APIs that return damaged documents: the built-in providers give each query a result, a
 * reading or a failure, and throw nothing.
 */
@Tag("security")
class MetricsFuzzTest {

  private static final int INPUTS = Integer.getInteger("fuzz.inputs", 2_000);
  private static final long SEED = Long.getLong("fuzz.seed", 20_261_122L);
  private static final Selector ALL = Selector.parse("");

  private static final String DISCOVERY_V2 =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private static final byte[] GROUPS =
      """
      {"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[
       {"metadata":{"name":"custom.metrics.k8s.io"},"versions":[{"version":"v1beta2","resources":[
         {"resource":"pods/rps","responseKind":{"kind":"MetricValueList"},"scope":"Namespaced",
          "verbs":["get"]}],"freshness":"Current"}]},
       {"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[
         {"resource":"deployments","responseKind":{"group":"apps","version":"v1",
          "kind":"Deployment"},"scope":"Namespaced","singularResource":"deployment",
          "verbs":["get"]}],"freshness":"Current"}]}]}
      """
          .getBytes(StandardCharsets.UTF_8);

  /** Serves discovery unchanged and damages all other responses. */
  private static final class DamagedApi implements KubernetesApi {
    private final Mutations mutations;
    private byte[] last = new byte[0];

    DamagedApi(Mutations mutations) {
      this.mutations = mutations;
    }

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      boolean isDiscovery = request.responseFormat() == ApiRequest.ResponseFormat.DISCOVERY;
      last = isDiscovery ? GROUPS : mutations.next();
      try {
        return reader.read(
            new ByteArrayInputStream(last), isDiscovery ? DISCOVERY_V2 : "application/json");
      } catch (IOException | RuntimeException failure) {
        throw new KubernetesApiException(0, "", String.valueOf(failure.getMessage()), failure);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> everyQueryHasAResult() {
    return ServiceLoader.load(MetricProviderFactory.class).stream()
        .filter(each -> each.type().getPackageName().startsWith("dev.hpa.metrics."))
        .map(ServiceLoader.Provider::get)
        // reads another server, and needs its address
        .filter(factory -> !factory.name().equals("prometheus"))
        .map(factory -> DynamicTest.dynamicTest(factory.name(), () -> attack(factory)));
  }

  private static void attack(MetricProviderFactory factory) {
    List<byte[]> corpus = new ArrayList<>(Corpus.POD_METRICS);
    corpus.addAll(Corpus.METRIC_VALUES);
    DamagedApi api = new DamagedApi(new Mutations(SEED, corpus));
    VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
    MetricProvider provider =
        factory.create(
            new ProviderContext(api, timeline, new CachedRestMapper(api, timeline::now)));
    List<MetricQuery> queries =
        queries().stream().filter(each -> factory.kinds().contains(each.kind())).toList();
    for (int i = 0; i < INPUTS; i++) {
      MetricQuery query = queries.get(i % queries.size());
      try {
        Map<MetricQuery, MetricResult> results = provider.read(Set.of(query));
        assertEquals(Set.of(query), results.keySet());
      } catch (RuntimeException | Error thrown) {
        throw new AssertionError(
            "input %d of seed %d: %s"
                .formatted(i, SEED, Base64.getEncoder().encodeToString(api.last)),
            thrown);
      }
    }
  }

  private static List<MetricQuery> queries() {
    return List.of(
        new MetricQuery.PodResource("shop", ALL, "cpu", null),
        new MetricQuery.PodResource("shop", ALL, "memory", "c"),
        new MetricQuery.PodMetric("shop", ALL, "rps", ALL),
        new MetricQuery.ObjectMetric(
            "shop", new CrossVersionObjectReference("Deployment", "web", "apps/v1"), "rps", ALL),
        new MetricQuery.ExternalMetric("shop", "queue", ALL, null));
  }
}
