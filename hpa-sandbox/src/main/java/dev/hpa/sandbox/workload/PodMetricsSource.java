package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.simulation.PodShape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The resource metrics, as metrics-server computes them: the average between the last two scrapes,
 * with the time of the last one. A pod has metrics after its second scrape.
 *
 * <p>Thread-safe.
 */
public final class PodMetricsSource {

  private static final String STABLE = "metrics.k8s.io/v1";
  private static final long NANO_PER_MILLI = 1_000_000;

  private final Cluster cluster;
  private final PodsByLabel pods;
  private final LoadMeter meter;

  PodMetricsSource(Cluster cluster, LoadMeter meter) {
    this.cluster = cluster;
    this.pods = PodsByLabel.in(cluster);
    this.meter = meter;
  }

  /**
   * The JSON of a PodMetricsList.
   *
   * @param apiVersion the version of the list, such as {@code metrics.k8s.io/v1}
   * @param namespace empty for all
   */
  public byte[] podList(String apiVersion, String namespace, Selector selector) {
    return list(
        apiVersion, "PodMetricsList", out -> writePods(out, apiVersion, namespace, selector));
  }

  /** The protobuf body of a PodMetricsList. */
  public byte[] podMessages(String apiVersion, String namespace, Selector selector) {
    PodMetricsMessages messages = new PodMetricsMessages(cluster.now());
    for (StoredObject pod : pods.matching(namespace, selector)) {
      MeasuredPodUsage use = use(pod);
      if (use != null) {
        messages.add(pod, use);
      }
    }
    return messages.body(apiVersion);
  }

  /**
   * PodMetrics objects of v1, in order of namespace and name.
   *
   * @param namespace empty for all
   */
  public List<ObjectNode> pods(String namespace, Selector selector) {
    return items(podList(STABLE, namespace, selector));
  }

  /** The metrics of one pod; null when there are none yet. */
  public @Nullable ObjectNode pod(String apiVersion, ObjectKey key) {
    StoredObject pod = cluster.find(ResourceTypes.PODS, key);
    if (pod == null || meter.sampleOf(pod.uid()) == null) {
      return null;
    }
    return (ObjectNode) Json.tree(bytes(out -> writePod(out, apiVersion, pod, now())));
  }

  /** The JSON of a NodeMetricsList; the usage of a node is the sum of its pods. */
  public byte[] nodeList(String apiVersion, Selector selector) {
    return list(apiVersion, "NodeMetricsList", out -> writeNodes(out, apiVersion, selector));
  }

  /** The metrics of one node; null when there are none. */
  public @Nullable ObjectNode node(String apiVersion, String name) {
    StoredObject node = cluster.find(ResourceTypes.NODES, new ObjectKey("", name));
    if (node == null || meter.usageOfNode(name) == null) {
      return null;
    }
    return (ObjectNode) Json.tree(bytes(out -> writeNode(out, apiVersion, node, now())));
  }

  private String now() {
    return Timestamps.format(cluster.now());
  }

  /** Converts a time of the timeline to the wall clock. */
  private Instant shown(Instant moment) {
    return moment.plus(Duration.between(cluster.timeline().now(), cluster.now()));
  }

  private static List<ObjectNode> items(byte[] list) {
    List<ObjectNode> items = new ArrayList<>();
    Json.tree(list).path("items").forEach(item -> items.add((ObjectNode) item));
    return items;
  }

  private static byte[] list(String apiVersion, String kind, Body items) {
    return bytes(
        out -> {
          out.writeStartObject();
          out.writeStringField("kind", kind);
          out.writeStringField("apiVersion", apiVersion);
          out.writeObjectFieldStart("metadata");
          out.writeEndObject();
          out.writeArrayFieldStart("items");
          items.write(out);
          out.writeEndArray();
          out.writeEndObject();
        });
  }

  /** The usage of one pod; null when there are no metrics yet. */
  public @Nullable MeasuredPodUsage use(ObjectKey key) {
    StoredObject pod = cluster.find(ResourceTypes.PODS, key);
    return pod == null ? null : use(pod);
  }

  private @Nullable MeasuredPodUsage use(StoredObject pod) {
    PodUsageCounter.Sample sample = meter.sampleOf(pod.uid());
    PodShape shape = meter.shapeOf(pod.uid());
    if (sample == null || shape == null) {
      return null;
    }
    List<MeasuredPodUsage.Container> containers =
        shape.containers().stream()
            .map(
                container ->
                    new MeasuredPodUsage.Container(
                        container.name(),
                        nanoCores(sample.milliCores() * container.cpuShare()),
                        kib(container.memory())))
            .toList();
    return new MeasuredPodUsage(pod.name(), shown(sample.to()), sample.window(), containers);
  }

  private static long nanoCores(double milliCores) {
    return Math.round(milliCores * NANO_PER_MILLI);
  }

  private static long kib(double bytes) {
    return (long) Math.ceil(bytes / 1024);
  }

  private void writePods(JsonGenerator out, String apiVersion, String namespace, Selector selector)
      throws IOException {
    String now = now();
    for (StoredObject pod : pods.matching(namespace, selector)) {
      writePod(out, apiVersion, pod, now);
    }
  }

  private void writePod(JsonGenerator out, String apiVersion, StoredObject pod, String now)
      throws IOException {
    MeasuredPodUsage use = use(pod);
    if (use == null) {
      return;
    }
    writeHead(out, apiVersion, "PodMetrics", pod, now, use.end(), use.window());
    out.writeArrayFieldStart("containers");
    for (MeasuredPodUsage.Container container : use.containers()) {
      out.writeStartObject();
      out.writeStringField("name", container.name());
      writeUsage(out, container.nanoCores(), container.memoryKib());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void writeNodes(JsonGenerator out, String apiVersion, Selector selector)
      throws IOException {
    String now = now();
    for (StoredObject node : cluster.objects(ResourceTypes.NODES).in("")) {
      if (selector.matches(node.labels())) {
        writeNode(out, apiVersion, node, now);
      }
    }
  }

  private void writeNode(JsonGenerator out, String apiVersion, StoredObject node, String now)
      throws IOException {
    LoadMeter.NodeUsage usage = meter.usageOfNode(node.name());
    if (usage != null) {
      PodUsageCounter.Sample sample = usage.sample();
      writeHead(out, apiVersion, "NodeMetrics", node, now, shown(sample.to()), sample.window());
      writeUsage(out, nanoCores(sample.milliCores()), kib(usage.memory()));
      out.writeEndObject();
    }
  }

  private static void writeHead(
      JsonGenerator out,
      String apiVersion,
      String kind,
      StoredObject about,
      String now,
      Instant end,
      Duration window)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("kind", kind);
    out.writeStringField("apiVersion", apiVersion);
    out.writeObjectFieldStart("metadata");
    out.writeStringField("name", about.name());
    if (!about.namespace().isEmpty()) {
      out.writeStringField("namespace", about.namespace());
    }
    out.writeStringField("creationTimestamp", now);
    if (!about.labels().isEmpty()) {
      out.writeObjectFieldStart("labels");
      for (Map.Entry<String, String> label : new TreeMap<>(about.labels()).entrySet()) {
        out.writeStringField(label.getKey(), label.getValue());
      }
      out.writeEndObject();
    }
    out.writeEndObject();
    out.writeStringField("timestamp", Timestamps.format(end));
    out.writeStringField("window", GoDuration.format(window));
  }

  private static void writeUsage(JsonGenerator out, long nanoCores, long memoryKib)
      throws IOException {
    out.writeObjectFieldStart("usage");
    out.writeStringField("cpu", MeasuredPodUsage.cpuText(nanoCores));
    out.writeStringField("memory", MeasuredPodUsage.memoryText(memoryKib));
    out.writeEndObject();
  }

  @FunctionalInterface
  private interface Body {
    void write(JsonGenerator out) throws IOException;
  }

  private static byte[] bytes(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = Json.mapper().getFactory().createGenerator(bytes)) {
      body.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
