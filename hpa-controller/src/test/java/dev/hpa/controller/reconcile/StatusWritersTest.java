package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Quantity;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.AutoscalerDecoder;
import dev.hpa.controller.cache.OwnWrites;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.content.ContentType;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.spi.ApiRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes of statuses to an API server, and the events that follow them. */
class StatusWritersTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final ObjectKey KEY = new ObjectKey("default", "web");

  private static final String AUTOSCALER =
      """
      kind: HorizontalPodAutoscaler
      apiVersion: autoscaling/v2
      metadata:
        name: web
        namespace: default
        labels: {b: "2", a: "1"}
        annotations: {text: "µ"}
      spec:
        minReplicas: 1
        maxReplicas: 10
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        metrics:
          - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 60}}}
      """;

  @TempDir private Path folder = Path.of("");

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final AutoscalerCache cache = new AutoscalerCache();
  private final OwnWrites writes = OwnWrites.of(cache);
  private final BlockingQueue<HorizontalPodAutoscaler> events = new LinkedBlockingQueue<>();

  private Sandbox sandbox;

  @BeforeEach
  void start() throws Exception {
    sandbox = Sandbox.start(SandboxOptions.in(timeline));
    sandbox.writeKubeconfig(folder.resolve("kubeconfig"));
    sandbox
        .cluster()
        .create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "default", tree(AUTOSCALER), false);
  }

  @AfterEach
  void stop() {
    sandbox.close();
    timeline.close();
  }

  /** What a test does with a watch of autoscalers. */
  private interface Body {
    void run(StatusWriter writer) throws Exception;
  }

  private void watching(ContentType contentType, Body body) throws Exception {
    ListRequest request =
        ListRequest.ofNative(
            "/apis/autoscaling/v2/horizontalpodautoscalers",
            new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", ""));
    try (ClusterConnection connection =
            ClusterConnection.open(folder.resolve("kubeconfig"), null, timeline, contentType);
        Reflector<HorizontalPodAutoscaler> reflector =
            new Reflector<>(connection, request, new AutoscalerDecoder(writes), new Events())) {
      reflector.start();
      reflector.awaitFirstList();
      body.run(StatusWriters.to(new HttpKubernetesApi(connection), writes));
    }
  }

  private final class Events implements Reflector.Sink<HorizontalPodAutoscaler> {
    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<HorizontalPodAutoscaler> all, List<UnreadableObject> unreadable) {
      events.addAll(all);
      return Map.of();
    }

    @Override
    public void put(HorizontalPodAutoscaler object) {
      events.add(object);
    }

    @Override
    public void remove(HorizontalPodAutoscaler object) {
      throw new AssertionError("removed");
    }

    @Override
    public void unreadable(UnreadableObject object) {
      throw new AssertionError(object.problem());
    }

    @Override
    public void removeUnreadable(UnreadableObject object) {
      throw new AssertionError(object.problem());
    }
  }

  private HorizontalPodAutoscaler next() throws InterruptedException {
    return events.take();
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) new YAMLMapper().readTree(yaml);
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** What the server has, decoded from JSON. */
  private HorizontalPodAutoscaler stored() {
    return HpaVersion.V2.decode(
        sandbox.cluster().get(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, KEY).tree());
  }

  @ParameterizedTest
  @EnumSource(names = {"JSON", "PROTOBUF"})
  void writesAnyStatus(ContentType contentType) throws Exception {
    watching(
        contentType,
        writer -> {
          Random random = new Random(7);
          HorizontalPodAutoscaler hpa = next();
          for (int i = 0; i < 100; i++) {
            HpaStatus status = RandomStatus.of(random);
            String revision = writer.write(hpa.withStatus(status));
            hpa = next();
            assertEquals(revision, hpa.metadata().resourceVersion());
            assertEquals(stored().status(), hpa.status());
            assertEquals(stored().spec(), hpa.spec());
            assertEquals(withoutManagers(stored()).metadata(), withoutManagers(hpa).metadata());
          }
        });
  }

  private static HorizontalPodAutoscaler withoutManagers(HorizontalPodAutoscaler hpa) {
    return hpa.withMetadata(hpa.metadata().copy().managedFields(null).build());
  }

  @Test
  void doesNotDecodeTheEventOfAnOwnWrite() throws Exception {
    watching(
        ContentType.PROTOBUF,
        writer -> {
          HorizontalPodAutoscaler before = next();
          HpaStatus status = new HpaStatus(1L, START.plusNanos(7), 3, 4, null, null);
          writer.write(before.withStatus(status));
          HorizontalPodAutoscaler after = next();
          assertSame(before.spec(), after.spec());
          assertEquals(START, after.status().lastScaleTime());
        });
  }

  @Test
  void decodesTheEventOfAnotherChangeAfterAnOwnWrite() throws Exception {
    watching(
        ContentType.PROTOBUF,
        writer -> {
          HorizontalPodAutoscaler before = next();
          writer.write(before.withStatus(new HpaStatus(1L, null, 3, 4, null, null)));
          next();
          sandbox
              .cluster()
              .update(
                  ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
                  KEY,
                  "",
                  old -> {
                    old.withObject("/spec").put("maxReplicas", 11);
                    return old;
                  },
                  false);
          HorizontalPodAutoscaler after = next();
          assertNotSame(before.spec(), after.spec());
          assertEquals(11, after.spec().maxReplicas());
          assertEquals(4, after.status().desiredReplicas());
        });
  }

  /** Statuses with every kind of metric and every optional field. */
  private static final class RandomStatus {
    private final Random random;

    private RandomStatus(Random random) {
      this.random = random;
    }

    static HpaStatus of(Random random) {
      RandomStatus some = new RandomStatus(random);
      return new HpaStatus(
          random.nextBoolean() ? null : (long) random.nextInt(1000),
          random.nextBoolean() ? null : some.time(),
          random.nextInt(300),
          random.nextInt(300),
          some.metrics(),
          some.conditions());
    }

    private Instant time() {
      return START.plusNanos(random.nextLong(1_000_000_000_000L));
    }

    private String text(String... some) {
      return some[random.nextInt(some.length)];
    }

    private List<HpaCondition> conditions() {
      List<HpaCondition> conditions = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        conditions.add(
            new HpaCondition(
                text(HpaCondition.ABLE_TO_SCALE, HpaCondition.SCALING_ACTIVE),
                text(HpaCondition.TRUE, HpaCondition.FALSE, "Unknown"),
                random.nextInt(4) == 0 ? null : time(),
                text("", "ReadyForNewScale"),
                text("", "text with \"quotes\" and µ", "x".repeat(700))));
      }
      return conditions;
    }

    private List<MetricStatus> metrics() {
      List<MetricStatus> metrics = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        metrics.add(metric());
      }
      return metrics;
    }

    private MetricStatus metric() {
      return switch (random.nextInt(6)) {
        case 0 -> MetricStatus.BLANK;
        case 1 -> MetricStatus.of(new MetricStatus.ResourceStatus("cpu", value()));
        case 2 ->
            MetricStatus.of(new MetricStatus.ContainerResourceStatus("memory", value(), "web"));
        case 3 -> MetricStatus.of(new MetricStatus.PodsStatus(identifier(), value()));
        case 4 -> MetricStatus.of(new MetricStatus.ExternalStatus(identifier(), value()));
        default ->
            MetricStatus.of(
                new MetricStatus.ObjectStatus(
                    identifier(),
                    value(),
                    new CrossVersionObjectReference(
                        "Ingress", "main", random.nextBoolean() ? null : "v1")));
      };
    }

    private MetricValueStatus value() {
      return new MetricValueStatus(
          quantity(), quantity(), random.nextBoolean() ? null : random.nextInt(500));
    }

    private @Nullable Quantity quantity() {
      return switch (random.nextInt(3)) {
        case 0 -> null;
        case 1 -> Quantity.ofMilli(random.nextInt(1_000_000), Quantity.Format.DECIMAL_SI);
        default -> Quantity.parse(random.nextInt(1000) + "Mi");
      };
    }

    private MetricIdentifier identifier() {
      return new MetricIdentifier("rps", random.nextBoolean() ? null : selector());
    }

    private LabelSelector selector() {
      return new LabelSelector(
          Map.of("verb", "GET"),
          List.of(
              new LabelSelector.Requirement("code", "In", List.of("200", "201")),
              new LabelSelector.Requirement("host", "Exists", null)));
    }
  }
}
