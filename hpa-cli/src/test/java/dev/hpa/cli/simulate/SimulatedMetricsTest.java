package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.core.UpstreamDifferences;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.workload.SimulatorOptions;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulatedMetricsTest {

  private static final String WORKLOAD =
      """
      {"kind": "ReplicaSet", "apiVersion": "apps/v1",
       "metadata": {"name": "web", "annotations": {"sandbox.hpa.dev/load": "trace:demand"}},
       "spec": {"replicas": 3, "selector": {"matchLabels": {"app": "web"}},
        "template": {"metadata": {"labels": {"app": "web"}},
         "spec": {"containers": [
           {"name": "app", "image": "a", "resources": {"requests": {"cpu": "300m", "memory": "100Mi"}}},
           {"name": "side", "image": "s", "resources": {"requests": {"cpu": "70m", "memory": "33333333"}}}]}}}}
      """;

  private static final Demand DEMAND =
      new Demand(
          RecordedLoad.undated(
              "d", List.of(new LoadSample(Duration.ZERO, 1.2345678)), RecordingOptions.DEFAULT),
          Map.of(
              "depth",
              RecordedLoad.undated(
                  "q", List.of(new LoadSample(Duration.ZERO, 40)), RecordingOptions.DEFAULT)),
          null,
          null);

  private final VirtualTimeline timeline = new VirtualTimeline(RecordedLoad.UNDATED_START);
  private final Cluster cluster = new Cluster(new Store(), timeline);
  private final WorkloadSimulator simulator =
      new WorkloadSimulator(
          cluster,
          SimulatorOptions.DEFAULT.withWriteEvents(false),
          Map.of("demand", DEMAND.cpu(RecordedLoad.UNDATED_START)));
  private final LivePods pods =
      new LivePods(cluster, UpstreamDifferences.UtilizationBase.REQUESTS, () -> {});
  private final HorizontalPodAutoscaler hpa =
      HorizontalPodAutoscaler.of(ObjectMeta.named("shop", "web"), HpaSpec.EMPTY, HpaStatus.EMPTY);
  private final SimulatedMetrics metrics;

  SimulatedMetricsTest() {
    simulator.start();
    cluster.create(
        ResourceTypes.NAMESPACES,
        "",
        tree("{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"shop\"}}"),
        false);
    cluster.create(ResourceTypes.REPLICA_SETS, "shop", tree(WORKLOAD), false);
    Variant variant = new Variant("web", hpa, ResourceTypes.REPLICA_SETS, tree(WORKLOAD), null);
    metrics =
        new SimulatedMetrics(
            DEMAND, variant, simulator.metrics(), pods, timeline, Duration.ofSeconds(15), null);
  }

  private static ObjectNode tree(String json) {
    return (ObjectNode) Json.tree(json);
  }

  private MetricResult read(MetricQuery query) {
    return metrics.read(hpa, List.of(query)).getFirst();
  }

  /** Reads the metrics API's JSON with the provider, as the controller does. */
  private MetricResult provided(MetricQuery query) {
    KubernetesApi api =
        new KubernetesApi() {
          @Override
          public <T> T call(ApiRequest request, BodyReader<T> reader)
              throws KubernetesApiException {
            String version = "metrics.k8s.io/v1beta1";
            byte[] list = simulator.metrics().podList(version, "shop", Selector.everything());
            try {
              return reader.read(new ByteArrayInputStream(list));
            } catch (IOException failure) {
              throw new KubernetesApiException(0, "", "unreadable", failure);
            }
          }
        };
    for (MetricProviderFactory factory : ServiceLoader.load(MetricProviderFactory.class)) {
      if (factory.name().equals("resource-metrics") && factory.kinds().contains(query.kind())) {
        MetricProvider provider =
            factory.create(
                new ProviderContext(api, timeline, new CachedRestMapper(api, timeline::now)));
        return Objects.requireNonNull(provider.read(List.of(query)).get(query));
      }
    }
    throw new AssertionError("no provider of " + query.kind());
  }

  private static MetricQuery resource(String name, @Nullable String of) {
    return new MetricQuery.PodResource("shop", Selector.everything(), name, of);
  }

  @Test
  void resourceUsageIsWhatTheProviderReads() {
    List<MetricQuery> queries =
        List.of(
            resource("cpu", null),
            resource("cpu", "app"),
            resource("cpu", "side"),
            resource("cpu", "none"),
            resource("memory", null),
            resource("memory", "side"),
            resource("ephemeral-storage", null));
    for (int i = 0; i < 8; i++) {
      for (MetricQuery query : queries) {
        assertEquals(provided(query), read(query), query + " at " + timeline.now());
      }
      timeline.advance(Duration.ofSeconds(15));
    }
  }

  @Test
  void readyPodsShareADemand() {
    MetricQuery query =
        new MetricQuery.PodMetric("shop", Selector.everything(), "rps", Selector.everything());
    assertInstanceOf(MetricFailure.class, read(query));
    timeline.advance(Duration.ofSeconds(20));
    MetricReading.PodValues values = assertInstanceOf(MetricReading.PodValues.class, read(query));
    assertEquals(3, values.values().size());
    // 1.2345678 / 3 = 0.4115226, in milli-units, rounded up.
    values.values().forEach(value -> assertEquals(412, value.milli()));
  }

  @Test
  void objectAndExternalMetricsReportTheTotalDemand() {
    assertEquals(
        new MetricReading.SingleValue(1235),
        read(
            new MetricQuery.ObjectMetric(
                "shop", CrossVersionObjectReference.EMPTY, "rps", Selector.everything())));
    assertEquals(
        new MetricReading.Series(List.of(40_000L)),
        read(new MetricQuery.ExternalMetric("shop", "depth", Selector.everything(), null)),
        "a separate trace");
  }
}
