package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Quantity;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.pods.PodResources;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.content.ContentType;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.spi.ApiRequest;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects in lists and watches are the same in JSON and in Protobuf, over HTTP. */
class NativeContentTest {

  private static final String POD =
      """
      kind: Pod
      apiVersion: v1
      metadata:
        name: web-1
        namespace: default
        labels: {app: web, empty: "", topology.kubernetes.io/zone: a}
        annotations: {controller.kubernetes.io/pod-deletion-cost: "1"}
        ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: "1", controller: true}]
      spec:
        nodeName: node-1
        overhead: {cpu: 10m}
        initContainers: [{name: proxy, image: proxy, restartPolicy: Always, resources: {requests: {cpu: 50m}}}]
        containers:
          - {name: web, image: web, command: [a, ""], resources: {requests: {cpu: 200m, memory: 1Gi}, limits: {cpu: "1"}}}
      status:
        phase: Running
        startTime: "2026-01-01T00:00:00Z"
        conditions:
          - {type: Initialized, status: "True"}
          - {type: Ready, status: "True", lastTransitionTime: "2026-01-01T00:01:00Z"}
        initContainerStatuses:
          - {name: proxy, image: proxy, imageID: "", ready: true, restartCount: 0, allocatedResources: {cpu: 20m}}
        containerStatuses:
          - {name: web, image: web, imageID: "", ready: true, restartCount: 0, allocatedResources: {cpu: 200m}, resources: {requests: {cpu: 100m}, limits: {cpu: "1"}}}
      """;

  private static final String AUTOSCALER =
      """
      kind: HorizontalPodAutoscaler
      apiVersion: autoscaling/v2
      metadata:
        name: web
        namespace: default
        generateName: we
        labels: {app: web}
        ownerReferences: [{apiVersion: a/v1, kind: App, name: web, uid: "1", controller: true, blockOwnerDeletion: true}]
        finalizers: [a/b]
        annotations: {hpa.dev/mode: DryRun, text: "µ-\\u00e9 \\"quoted\\""}
      spec:
        minReplicas: 1
        maxReplicas: 10
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        behavior:
          scaleUp: {stabilizationWindowSeconds: 0, selectPolicy: Max, policies: [{type: Pods, value: 4, periodSeconds: 15}]}
          scaleDown: {tolerance: 50m, policies: [{type: Percent, value: 100, periodSeconds: 60}]}
        metrics:
          - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 60}}}
          - {type: ContainerResource, containerResource: {name: memory, container: web, target: {type: AverageValue, averageValue: 1.5Gi}}}
          - type: Pods
            pods:
              metric: {name: rps, selector: {matchLabels: {verb: GET}, matchExpressions: [{key: code, operator: In, values: ["200", ""]}]}}
              target: {type: AverageValue, averageValue: "5"}
          - type: Object
            object:
              describedObject: {apiVersion: networking.k8s.io/v1, kind: Ingress, name: main}
              metric: {name: hits}
              target: {type: Value, value: 10k}
          - {type: External, external: {metric: {name: queue}, target: {type: AverageValue, averageValue: "30"}}}
      status:
        observedGeneration: 3
        lastScaleTime: "2026-01-01T00:00:07Z"
        currentReplicas: 4
        desiredReplicas: 0
        currentMetrics:
          - {type: Resource, resource: {name: cpu, current: {averageUtilization: 0, averageValue: 12m}}}
          - {type: ""}
          - type: Object
            object: {describedObject: {kind: Ingress, name: main}, metric: {name: hits}, current: {value: "7"}}
          - {type: Pods, pods: {metric: {name: rps}, current: {averageValue: "5"}}}
          - {type: External, external: {metric: {name: queue}, current: {value: "30"}}}
          - {type: ContainerResource, containerResource: {name: memory, container: web, current: {averageValue: 1Gi}}}
        conditions:
          - {type: AbleToScale, status: "True", lastTransitionTime: "2026-01-01T00:00:00Z", reason: ReadyForNewScale, message: "recommended size matches current size", observedGeneration: 3}
          - {type: ScalingLimited, status: "False"}
      """;

  @TempDir private Path folder = Path.of("");

  /** What a reflector delivers, in order. */
  private static final class Received<T> implements Reflector.Sink<T> {
    private final BlockingQueue<Object> all = new LinkedBlockingQueue<>();

    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<T> objects, List<UnreadableObject> unreadable) {
      all.add(List.copyOf(objects));
      return Map.of();
    }

    @Override
    public void put(T object) {
      all.add(object);
    }

    @Override
    public void remove(T object) {
      all.add(List.of("removed", object));
    }

    @Override
    public void unreadable(UnreadableObject object) {
      all.add(object);
    }

    @Override
    public void removeUnreadable(UnreadableObject object) {
      all.add(object);
    }

    Object next() throws InterruptedException {
      return all.take();
    }
  }

  private static ObjectNode tree(String yaml) throws Exception {
    return (ObjectNode) new YAMLMapper().readTree(yaml);
  }

  /** Lists, then adds and changes an object; returns what each content type delivers. */
  private <T> List<List<Object>> received(
      ResourceType type, String path, Reflector.Decoder<T> decoder, String yaml) throws Exception {
    try (VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline))) {
      Path kubeconfig = folder.resolve("kubeconfig");
      sandbox.writeKubeconfig(kubeconfig);
      ObjectNode listed = tree(yaml);
      listed.withObject("/metadata").put("name", "listed");
      sandbox.cluster().create(type, "default", listed, false);
      ListRequest request =
          ListRequest.ofNative(path, new ApiRequest.Subject(type.plural(), type.group(), ""));
      Received<T> json = new Received<>();
      Received<T> protobuf = new Received<>();
      try (ClusterConnection one = ClusterConnection.open(kubeconfig, null, timeline);
          ClusterConnection other =
              ClusterConnection.open(kubeconfig, null, timeline, ContentType.PROTOBUF);
          Reflector<T> inJson = new Reflector<>(one, request, decoder, json);
          Reflector<T> inProtobuf = new Reflector<>(other, request, decoder, protobuf)) {
        for (Reflector<T> each : List.of(inJson, inProtobuf)) {
          each.start();
          each.awaitFirstList();
          assertEquals("", each.problem());
        }
        List<List<Object>> received = List.of(new ArrayList<>(), new ArrayList<>());
        take(json, protobuf, received);
        sandbox.cluster().create(type, "default", tree(yaml), false);
        take(json, protobuf, received);
        ObjectKey key = new ObjectKey("default", tree(yaml).at("/metadata/name").asText());
        sandbox.cluster().updateStatus(type, key, "", old -> withStatus(old, yaml), false);
        take(json, protobuf, received);
        return received;
      }
    }
  }

  private static void take(Received<?> json, Received<?> protobuf, List<List<Object>> received)
      throws InterruptedException {
    received.getFirst().add(json.next());
    received.getLast().add(protobuf.next());
  }

  private static ObjectNode withStatus(ObjectNode object, String yaml) {
    try {
      object.set("status", tree(yaml).path("status"));
      return object;
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void podsAreTheSame() throws Exception {
    PodDecoder decoder = new PodDecoder();
    List<List<Object>> received =
        received(ResourceTypes.PODS, "/api/v1/pods", decoder::readVersioned, POD);
    assertFalse(received.getFirst().isEmpty());
    assertEquals(received.getFirst(), received.getLast());
    CachedPod pod = (CachedPod) received.getLast().getLast();
    PodResources inEffect = Objects.requireNonNull(pod.pod().resources().inEffect());
    assertEquals(Quantity.parse("100m"), inEffect.containers().getFirst().requests().get("cpu"));
    assertEquals("node-1", pod.pod().placement().node());
    assertEquals("a", pod.pod().placement().zone());
    assertTrue(pod.pod().placement().isKept());
    assertEquals(Quantity.parse("20m"), inEffect.initContainers().getFirst().requests().get("cpu"));
  }

  /** A field without a number in the table of messages is absent in Protobuf, and only there. */
  @Test
  void everyFieldThatIsReadOfAPodHasANumber() throws Exception {
    Path root = Path.of(System.getProperty("hpa.root", ".."));
    String reader =
        Files.readString(root.resolve("hpa-core/src/main/java/dev/hpa/core/pods/PodReader.java"));
    String messages =
        Files.readString(
            root.resolve("hpa-kube/src/main/java/dev/hpa/kube/content/ProtobufMessage.java"));
    List<String> names =
        Pattern.compile("case ((?:\"\\w+\"(?:, )?)+) ->")
            .matcher(reader)
            .results()
            .flatMap(each -> Arrays.stream(each.group(1).replace("\"", "").split(", ")))
            .toList();
    assertTrue(names.contains("nodeName"), names::toString);
    for (String name : names) {
      assertTrue(messages.matches("(?s).*\\d " + name + " .*"), name);
    }
  }

  @Test
  void autoscalersAreTheSame() throws Exception {
    Reflector.Decoder<String> decoder =
        in -> {
          Reflector.Versioned<HorizontalPodAutoscaler> read =
              new AutoscalerDecoder(new OwnWrites()).read(in);
          HorizontalPodAutoscaler hpa = read.value();
          // Go always writes numbers and the managers of fields; both mean the same.
          String json =
              HpaVersion.V2
                  .encode(
                      hpa.withMetadata(
                          hpa.metadata().copy().managedFields(null).generation(1L).build()))
                  .toString();
          return new Reflector.Versioned<>(
              read.namespace(), read.name(), read.resourceVersion(), json);
        };
    List<List<Object>> received =
        received(
            ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            "/apis/autoscaling/v2/horizontalpodautoscalers",
            decoder,
            AUTOSCALER);
    assertFalse(received.getFirst().isEmpty());
    assertEquals(received.getFirst(), received.getLast());
  }

  /** So that the comparison above sees a field without a number in the table of messages. */
  @Test
  void theAutoscalerHasEveryField() throws Exception {
    Set<String> absent = new TreeSet<>();
    Set<String> present = new TreeSet<>();
    collect(HpaVersion.V2.decode(tree(AUTOSCALER).toString()), present, absent);
    absent.removeAll(present);
    List<String> setByTheServer =
        List.of(
            "creationTimestamp",
            "deletionGracePeriodSeconds",
            "deletionTimestamp",
            "generation",
            "managedFields",
            "resourceVersion",
            "selfLink",
            "uid");
    setByTheServer.forEach(each -> absent.remove("ObjectMeta." + each));
    // The Protobuf messages of no release have it.
    absent.remove("HpaSpec.syncPeriodSeconds");
    assertEquals(Set.of(), absent);
  }

  private static void collect(Object value, Set<String> present, Set<String> absent)
      throws ReflectiveOperationException {
    if (value instanceof Iterable<?> values) {
      for (Object each : values) {
        collect(each, present, absent);
      }
    } else if (value instanceof Record) {
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        String name = value.getClass().getSimpleName() + "." + component.getName();
        Object part = component.getAccessor().invoke(value);
        boolean isSet = part != null && !List.of(List.of(), Map.of(), "").contains(part);
        (isSet ? present : absent).add(name);
        if (part != null) {
          collect(part, present, absent);
        }
      }
    }
  }

  @Test
  @Tag("security")
  void autoscalersThatWouldTakeMuchMemoryAreUnreadable() throws Exception {
    for (int values : List.of(10_000, 50_000)) {
      String many = String.join(", ", Collections.nCopies(values, "a"));
      List<List<Object>> received =
          received(
              ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
              "/apis/autoscaling/v2/horizontalpodautoscalers",
              new AutoscalerDecoder(new OwnWrites()),
              AUTOSCALER.replace("\"200\", \"\"", many));
      assertEquals(received.getFirst(), received.getLast());
      UnreadableObject last =
          assertInstanceOf(UnreadableObject.class, received.getFirst().getLast());
      assertEquals("web", last.name());
      assertEquals(
          values == 10_000
              ? "it has N bytes of metadata and spec, more than 393216"
              : "it has more than 50000 values",
          last.problem().replaceFirst("8[0-9]{5} bytes", "N bytes"));
    }
  }
}
