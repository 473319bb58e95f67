package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.core.options.OptionKey;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.content.SymbolNames;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever is in the objects of one tenant, those of another are synced in each period. The objects
 * reach the controller through the API server, the watch, the caches and the queue.
 */
@Tag("security")
@ParameterizedClass
@EnumSource(
    value = ContentType.class,
    names = {"JSON", "PROTOBUF"})
class TenantIsolationTest {

  private static final String EVIL = "evil";
  private static final Duration PERIOD = Duration.ofSeconds(15);

  private final ContentType contentType;

  private OptionsCluster cluster;

  TenantIsolationTest(ContentType contentType) {
    this.contentType = contentType;
  }

  @BeforeEach
  void start() throws Exception {
    cluster =
        new OptionsCluster(
            ControllerOptions.DEFAULTS.withAutoscalerOptions(OptionSettings.DEFAULTS),
            SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0),
            new ClientOptions(0, 1, contentType));
    ObjectNode namespace = JsonNodeFactory.instance.objectNode();
    namespace.put("kind", "Namespace").put("apiVersion", "v1");
    namespace.putObject("metadata").put("name", EVIL);
    cluster.sandbox.cluster().create(ResourceTypes.NAMESPACES, "", namespace, false);
    cluster.deployment("web", 2, 30);
    cluster.autoscaler("victim", "web");
    cluster.run(PERIOD);
  }

  @AfterEach
  void close() throws Exception {
    cluster.close();
  }

  private static ObjectNode autoscaler(String name) {
    ObjectNode hpa = JsonNodeFactory.instance.objectNode();
    hpa.put("kind", "HorizontalPodAutoscaler").put("apiVersion", "autoscaling/v2");
    hpa.putObject("metadata").put("name", name).putObject("annotations");
    ObjectNode spec = hpa.putObject("spec").put("minReplicas", 1).put("maxReplicas", 10);
    spec.putObject("scaleTargetRef")
        .put("apiVersion", "apps/v1")
        .put("kind", "Deployment")
        .put("name", "none");
    spec.putArray("metrics").add(external("load"));
    return hpa;
  }

  private static ObjectNode external(String name) {
    ObjectNode metric = JsonNodeFactory.instance.objectNode().put("type", "External");
    ObjectNode external = metric.putObject("external");
    external.putObject("metric").put("name", name);
    external.putObject("target").put("type", "AverageValue").put("averageValue", "10");
    return metric;
  }

  private static ObjectNode annotations(ObjectNode object) {
    return object.withObject("/metadata/annotations");
  }

  private void create(ResourceType type, ObjectNode object) {
    cluster.sandbox.cluster().create(type, EVIL, object, false);
  }

  /** The victim is synced in each of ten periods, and a new autoscaler is taken up. */
  private void othersGoOn() throws Exception {
    long before = cluster.syncs("victim");
    String next = "later-" + before;
    cluster.autoscaler(next, "web");
    cluster.run(PERIOD.multipliedBy(10));
    assertTrue(cluster.syncs("victim") >= before + 10, "syncs: " + cluster.syncs("victim"));
    assertTrue(cluster.syncs(next) >= 9, "syncs of the new one: " + cluster.syncs(next));
    assertEquals(0, cluster.controller().loop().failures());
  }

  @Test
  void anExponentBeyondAllBoundsIsAProblemOfItsOption() throws Exception {
    ObjectNode hpa = autoscaler("x");
    annotations(hpa).put("hpa.dev/watermark.load", "1-9e2147483648");
    create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, hpa);
    othersGoOn();
    assertNotNull(cluster.controller().autoscalers().get(new NamespacedName(EVIL, "x")));
  }

  @Test
  void aSyncPeriodOfCenturiesIsAProblemOfItsOption() throws Exception {
    ObjectNode hpa = autoscaler("x");
    annotations(hpa).put("hpa.dev/sync-period", "2540000h");
    create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, hpa);
    othersGoOn();
  }

  @Test
  void elevenThousandOptionsAndAThousandMetricsCostNothingOfOthers() throws Exception {
    ObjectNode hpa = autoscaler("x");
    for (int i = 0; i < 10_900; i++) {
      annotations(hpa).put("hpa.dev/watermark." + Integer.toString(i, 36), "0-1");
    }
    for (int i = 0; i < 900; i++) {
      hpa.withArray("/spec/metrics").add(external("a-metric-with-a-long-name-" + i));
    }
    create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, hpa);
    othersGoOn();
  }

  @Test
  void anAutoscalerWithMoreMetricsThanAnyRealOneIsUnreadable() throws Exception {
    ObjectNode hpa = autoscaler("x");
    ArrayNode metrics = hpa.withArray("/spec/metrics");
    for (int i = 0; i < 1000; i++) {
      metrics.add(external("load" + i));
    }
    create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, hpa);
    othersGoOn();
    assertNull(cluster.controller().autoscalers().get(new NamespacedName(EVIL, "x")));
  }

  /** API servers keep the managed fields that a client sends. */
  @Test
  void anUnreadableAutoscalerWithDeepManagedFieldsIsSkipped() throws Exception {
    ObjectNode hpa = autoscaler("x");
    hpa.withObject("/spec/scaleTargetRef").put("name", "a".repeat(1100));
    ObjectNode managed = hpa.withObject("/metadata").putArray("managedFields").addObject();
    managed.put("manager", "x").put("operation", "Update").put("apiVersion", "autoscaling/v2");
    managed.put("time", "2026-01-01T00:00:00Z").put("fieldsType", "FieldsV1");
    ObjectNode fields = managed.putObject("fieldsV1");
    for (int depth = 0; depth < 1100; depth++) {
      fields = fields.putObject("f:a");
    }
    create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, hpa);
    othersGoOn();
    assertNull(cluster.controller().autoscalers().get(new NamespacedName(EVIL, "x")));
    assertEquals(
        1.0, cluster.sample("hpa_unreadable_objects{resource=\"horizontalpodautoscalers\"}"));
  }

  /** Keys of one hash code: a map without order would compare each with all others. */
  private static String colliding(int number) {
    StringBuilder key = new StringBuilder();
    for (int bit = 0; bit < 17; bit++) {
      key.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return key.toString();
  }

  @Test
  void aPodWithMoreLabelsThanAnyRealOneIsSkipped() throws Exception {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("kind", "Pod").put("apiVersion", "v1");
    ObjectNode labels = pod.putObject("metadata").put("name", "x").putObject("labels");
    for (int i = 0; i < 300; i++) {
      labels.put(colliding(i), "y");
    }
    pod.putObject("spec").putArray("containers").addObject().put("name", "app").put("image", "x");
    create(ResourceTypes.PODS, pod);
    othersGoOn();
    assertEquals(1.0, cluster.sample("hpa_unreadable_objects{resource=\"pods\"}"));
  }

  /** Parsers of JSON that keep a table of names refuse an object with these. */
  @Test
  void objectsWithNamesOfOneSymbolHashStopNothing() throws Exception {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("kind", "Pod").put("apiVersion", "v1");
    ObjectNode ofPod = pod.putObject("metadata").put("name", "x").putObject("annotations");
    ObjectNode hpa = autoscaler("x");
    for (String name : SymbolNames.equalHashes(700)) {
      ofPod.put(name, "y");
      annotations(hpa).put(name, "y");
    }
    pod.putObject("spec").putArray("containers").addObject().put("name", "app").put("image", "x");
    create(ResourceTypes.PODS, pod);
    create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, hpa);
    othersGoOn();
    assertNotNull(cluster.controller().autoscalers().get(new NamespacedName(EVIL, "x")));
    assertEquals(0.0, cluster.sample("hpa_unreadable_objects{resource=\"pods\"}"));
  }

  @Test
  void anAutoscalerWithNineHundredAnnotationsOfOneHashCodeIsSynced() throws Exception {
    createAnnotated(900);
    othersGoOn();
    assertNotNull(cluster.controller().autoscalers().get(new NamespacedName(EVIL, "x")));
  }

  @Test
  void anAutoscalerWithSevenThousandAnnotationsOfOneHashCodeIsUnreadable() throws Exception {
    createAnnotated(7_000);
    othersGoOn();
    assertEquals(
        1.0, cluster.sample("hpa_unreadable_objects{resource=\"horizontalpodautoscalers\"}"));
  }

  private void createAnnotated(int annotations) throws Exception {
    ObjectNode hpa = autoscaler("x");
    for (int i = 0; i < annotations; i++) {
      annotations(hpa).put(colliding(i), "y");
    }
    create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, hpa);
  }

  private static final List<OptionKey> KEYS = List.of(OptionKey.values());

  private static final List<String> TEXTS =
      List.of(
          "",
          "-",
          "0",
          "-1",
          "2147483647",
          "2147483648",
          "-2147483648",
          "9223372036854775808",
          "1e2147483648",
          "1-9e2147483648",
          "NaN",
          "∞",
          "\u0000",
          "\uD83D",
          "x y",
          "a/b/c",
          "../..",
          "%00",
          "{}",
          "[",
          "null",
          "9999-12-31T23:59:59Z",
          "+999999999-12-31T00:00:00Z",
          "2540000h",
          "-1ns",
          "Mon-Sun 00:00-24:00 Z min=0",
          "Europe/Nowhere",
          "1Ki",
          "1n",
          ".",
          "x".repeat(5000));

  private static final List<JsonNode> VALUES =
      List.of(
          JsonNodeFactory.instance.nullNode(),
          JsonNodeFactory.instance.numberNode(-1),
          JsonNodeFactory.instance.numberNode(Long.MAX_VALUE),
          JsonNodeFactory.instance.numberNode(1e300),
          JsonNodeFactory.instance.booleanNode(true),
          JsonNodeFactory.instance.objectNode(),
          JsonNodeFactory.instance.arrayNode().add(1));

  /** Replaces a random value below a node. */
  private static void damage(JsonNode node, Random random) {
    List<Runnable> places = new ArrayList<>();
    collect(node, random, places);
    if (!places.isEmpty()) {
      places.get(random.nextInt(places.size())).run();
    }
  }

  private static void collect(JsonNode node, Random random, List<Runnable> places) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> each : List.copyOf(object.properties())) {
        places.add(() -> object.set(each.getKey(), value(random)));
        collect(each.getValue(), random, places);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        places.add(() -> array.set(index, value(random)));
        collect(array.get(i), random, places);
      }
    }
  }

  private static JsonNode value(Random random) {
    return random.nextBoolean()
        ? TextNode.valueOf(TEXTS.get(random.nextInt(TEXTS.size())))
        : VALUES.get(random.nextInt(VALUES.size())).deepCopy();
  }

  private static ObjectNode pod(String name) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("kind", "Pod").put("apiVersion", "v1");
    pod.putObject("metadata").put("name", name).putObject("labels").put("app", "web");
    ObjectNode container =
        pod.putObject("spec").putArray("containers").addObject().put("name", "app");
    container.putObject("resources").putObject("requests").put("cpu", "1").put("memory", "1Gi");
    ObjectNode status = pod.putObject("status").put("phase", "Running");
    status.put("startTime", "2026-01-01T00:00:00Z");
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", "True")
        .put("lastTransitionTime", "2026-01-01T00:00:00Z");
    return pod;
  }

  /** Stored as it is: what another version of an API server has accepted, or etcd has damaged. */
  private void store(ResourceType type, String name, ObjectNode object) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("name", name).put("namespace", EVIL).put("resourceVersion", "0");
    if (object.path("metadata") instanceof ObjectNode damaged) {
      damaged.remove("name");
      metadata.setAll(damaged);
    }
    object.set("metadata", metadata);
    ResourceStore store = cluster.sandbox.cluster().objects(type);
    ObjectKey key = new ObjectKey(EVIL, name);
    if (store.get(key) == null) {
      store.create(key, object);
    } else {
      store.update(key, (before, tree) -> object);
    }
  }

  /** A target whose pods and metrics are found, so that autoscalers are decided. */
  private void createTarget() throws Exception {
    String deployment =
        """
        {"kind": "Deployment", "apiVersion": "apps/v1", "metadata": {"name": "web"},
         "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}},
           "template": {"metadata": {"labels": {"app": "web"}},
             "spec": {"containers": [{"name": "app", "image": "x",
               "resources": {"requests": {"cpu": "1"}}}]}}}}
        """;
    create(ResourceTypes.DEPLOYMENTS, (ObjectNode) Json.tree(deployment));
    cluster.metric("external/namespaces/evil/load", "60");
    cluster.run(PERIOD);
  }

  private static ObjectNode resource(String name) {
    ObjectNode metric = JsonNodeFactory.instance.objectNode().put("type", "Resource");
    ObjectNode resource = metric.putObject("resource").put("name", name);
    resource.putObject("target").put("type", "Utilization").put("averageUtilization", 50);
    return metric;
  }

  private static ObjectNode fuzzed(Random random) {
    ObjectNode hpa = autoscaler("x");
    for (OptionKey key : KEYS) {
      if (random.nextInt(3) == 0) {
        annotations(hpa)
            .put(
                OptionKey.PREFIX + key + (key.isNamed() ? ".load" : ""),
                TEXTS.get(random.nextInt(TEXTS.size())));
      }
    }
    ObjectNode spec = hpa.withObject("/spec");
    spec.withObject("/scaleTargetRef").put("name", "web");
    spec.withArray("metrics").add(resource("cpu"));
    for (String direction : List.of("scaleUp", "scaleDown")) {
      ObjectNode rules = spec.withObject("/behavior/" + direction);
      rules.put("stabilizationWindowSeconds", 60).put("tolerance", "0.1");
      rules
          .putArray("policies")
          .addObject()
          .put("type", "Percent")
          .put("value", 50)
          .put("periodSeconds", 60);
    }
    hpa.putObject("status").put("currentReplicas", 2).put("lastScaleTime", "2026-01-01T00:00:00Z");
    if (random.nextInt(4) > 0) {
      damage(random.nextBoolean() ? spec : hpa, random);
    }
    return hpa;
  }

  /** Errors of the log: failures that are contained, and bugs nevertheless. */
  private static final class Errors extends Handler {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger logger = Logger.getLogger("dev.hpa");

    Errors() {
      logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
      if (line.getLevel().equals(Level.SEVERE)) {
        lines.add(line.getMessage() + " " + line.getThrown());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      logger.removeHandler(this);
    }
  }

  /** Any string and any other value in any field and annotation of the watched objects. */
  @Test
  void anythingInAnyFieldStaysWithItsObject() throws Exception {
    assumeTrue(contentType == ContentType.JSON, "Protobuf has no values of another type");
    Errors errors = new Errors();
    try {
      fuzz();
    } finally {
      errors.close();
    }
    assertEquals(List.of(), List.copyOf(errors.lines));
  }

  private void fuzz() throws Exception {
    createTarget();
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      store(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "x" + seed % 100, fuzzed(random));
      ObjectNode pod = pod("p");
      damage(pod.path("metadata"), random);
      store(ResourceTypes.PODS, "p" + seed % 40, pod);
      if (seed % 100 == 99) {
        cluster.run(PERIOD.plusSeconds(1));
      }
    }
    othersGoOn();
  }
}
