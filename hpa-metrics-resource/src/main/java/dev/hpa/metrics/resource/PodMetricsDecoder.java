package dev.hpa.metrics.resource;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.JsonStream;
import dev.hpa.api.KindRegistry;
import dev.hpa.api.MilliAmount;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.content.MetadataTypeCheck;
import dev.hpa.kube.content.ProtobufSlice;
import dev.hpa.kube.content.TypeMetaReader;
import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.kube.http.ResponseTooLargeException;
import dev.hpa.kube.http.ResponsesBusyException;
import dev.hpa.spi.KubernetesApi;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a PodMetricsList from a stream and passes its pods to a consumer. Returns the number of
 * pods; 0 if the response has another type.
 */
final class PodMetricsDecoder implements KubernetesApi.BodyReader<Integer> {

  /** Receives pods. */
  @FunctionalInterface
  interface PodConsumer {
    /**
     * Receives a pod.
     *
     * @return the number of values that are made of it: one for each query whose selector matches
     *     it, whatever its size in the response
     */
    int accept(PodUsage pod);
  }

  private static final String LIST = "PodMetricsList";

  private static final Set<String> OWN =
      KindRegistry.ofVersion(LIST, "PodMetrics", "NodeMetricsList", "NodeMetrics");

  /** The kinds that clients of Kubernetes v1.36 know. */
  private static final KindRegistry BEFORE_V1 = new KindRegistry(kinds());

  private static final KindRegistry SINCE_V1 = new KindRegistry(kindsSinceV1());

  private static Map<String, Set<String>> kinds() {
    return Map.of(
        "metrics.k8s.io/v1beta1", OWN,
        "metrics.k8s.io/v1alpha1", OWN,
        "metrics.k8s.io/__internal", KindRegistry.ofInternalVersion(),
        "v1", KindRegistry.ofVersion(),
        "__internal", KindRegistry.ofInternalVersion());
  }

  private static Map<String, Set<String>> kindsSinceV1() {
    Map<String, Set<String>> kinds = new HashMap<>(kinds());
    kinds.put("metrics.k8s.io/v1", OWN);
    return kinds;
  }

  private final KindRegistry kinds;
  private final ApiGroupVersion requested;
  private final String namespace;
  private final Set<String> labels;
  private final PodConsumer pods;
  private CountedInput.Budget budget = read -> {};

  /**
   * Creates a decoder.
   *
   * @param accepted all versions that may be requested
   * @param version the requested version
   * @param namespace the namespace of all pods
   * @param labels keys of the labels to keep; if empty, labels are not decoded
   * @param pods receives the pods
   */
  PodMetricsDecoder(
      List<ResourceMetricsVersion> accepted,
      ResourceMetricsVersion version,
      String namespace,
      Set<String> labels,
      PodConsumer pods) {
    this.kinds = accepted.contains(ResourceMetricsVersion.V1) ? SINCE_V1 : BEFORE_V1;
    this.requested = version.groupVersion();
    this.namespace = namespace;
    this.labels = labels;
    this.pods = pods;
  }

  @Override
  public Integer read(InputStream body) throws IOException {
    budget = CountedInput.Budget.of(body);
    List<PodUsage> decoded = readProtobuf(body);
    if (decoded == null) {
      return readTokens(body);
    }
    return deliver(decoded);
  }

  /** All or none: a misdirected response is followed by another one. */
  private int deliver(List<PodUsage> decoded) throws IOException {
    for (PodUsage each : decoded) {
      MisdirectedResponseException.check("namespace", namespace, each.namespace());
    }
    for (PodUsage each : decoded) {
      budget.take((long) PodUsage.VALUE_MEMORY * pods.accept(each));
    }
    return decoded.size();
  }

  /** The pods of the requested list in Protobuf; null if it is anything else, or malformed. */
  private @Nullable List<PodUsage> readProtobuf(InputStream body) throws IOException {
    ProtobufSlice list = ProtobufSlice.of(body, requested.toString(), LIST);
    if (list == null) {
      return null;
    }
    try {
      return PodMetricsMessage.read(list.reader(), labels, budget);
    } catch (ResponseTooLargeException | ResponsesBusyException memory) {
      throw memory;
    } catch (IOException | RuntimeException malformed) {
      // Read again as tokens, for the error message.
      return null;
    }
  }

  private Integer readTokens(InputStream body) throws IOException {
    TypeMetaReader typeMeta = new TypeMetaReader();
    List<PodUsage> decoded = new ArrayList<>();
    ExcerptInputStream excerpt = new ExcerptInputStream(body);
    boolean isList =
        JsonStream.readTyped(
            excerpt.body(),
            (member, in) -> {
              switch (member) {
                case "items" -> in.array(() -> decoded.add(pod(in)));
                case "metadata" -> MetadataTypeCheck.skipOfList(in);
                default -> {
                  if (!typeMeta.tryRead(member, in)) {
                    in.skip();
                  }
                }
              }
            },
            () -> isList(typeMeta, excerpt));
    return isList ? deliver(decoded) : 0;
  }

  /**
   * Whether the response is a PodMetricsList, which is the default if kind or apiVersion are
   * absent. A response of another registered kind counts as a list without items.
   *
   * @throws IOException with client-go's message if the apiVersion is malformed, the kind is
   *     unknown, or a Status does not report success
   */
  private boolean isList(TypeMetaReader typeMeta, ExcerptInputStream body) throws IOException {
    ApiGroupVersion stated = typeMeta.groupVersion();
    boolean isOfGroup = stated.group().isEmpty() || stated.group().equals(requested.group());
    ApiGroupVersion version = stated.version().isEmpty() && isOfGroup ? requested : stated;
    if (version.version().isEmpty()) {
      throw new IOException("Object 'apiVersion' is missing in '" + body.text() + "'");
    }
    String kind = typeMeta.kind().isEmpty() ? LIST : typeMeta.kind();
    kinds.require(kind, version);
    typeMeta.throwIfFailureStatus();
    return kind.equals(LIST) && version.equals(requested);
  }

  /** The fields of a pod while it is decoded. */
  private static final class Draft {
    String namespace = "";
    String name = "";
    boolean isLabelled;
    Map<String, String> labels = Map.of();
    Instant timestamp = Timestamps.ZERO;
    Duration window = Duration.ZERO;
    final List<PodUsage.Container> containers = new ArrayList<>(2);

    PodUsage pod() {
      return new PodUsage(namespace, name, isLabelled, labels, timestamp, window, containers);
    }
  }

  private PodUsage pod(JsonStream in) throws IOException {
    Draft draft = new Draft();
    budget.take(PodUsage.MEMORY);
    in.object(
        member -> {
          switch (member) {
            case "metadata" -> metadata(in, draft);
            case "timestamp" -> draft.timestamp = in.time();
            case "window" -> draft.window = in.duration();
            case "containers" -> containers(in, draft.containers);
            default -> in.skip();
          }
        });
    return draft.pod();
  }

  private void metadata(JsonStream in, Draft draft) throws IOException {
    in.object(
        member -> {
          if (member.equals("name")) {
            draft.name = in.string();
          } else if (member.equals("namespace")) {
            draft.namespace = in.string();
          } else if (member.equals("labels") && !labels.isEmpty()) {
            labels(in, draft);
          } else {
            MetadataTypeCheck.skip(member, in);
          }
        });
  }

  private void labels(JsonStream in, Draft draft) throws IOException {
    Map<String, String> known = new HashMap<>();
    in.object(
        key -> {
          draft.isLabelled = true;
          if (labels.contains(key)) {
            budget.take(PodUsage.LABEL_MEMORY);
            known.put(key, in.string());
          } else {
            in.skipString();
          }
        });
    draft.labels = known;
  }

  private void containers(JsonStream in, List<PodUsage.Container> containers) throws IOException {
    containers.clear();
    in.array(() -> containers.add(container(in)));
  }

  private PodUsage.Container container(JsonStream in) throws IOException {
    String[] name = {""};
    Map<String, MilliAmount> usage = new LinkedHashMap<>(4);
    budget.take(PodUsage.CONTAINER_MEMORY);
    in.object(
        member -> {
          switch (member) {
            case "name" -> name[0] = in.string();
            case "usage" ->
                in.object(
                    resource -> {
                      budget.take(PodUsage.USAGE_MEMORY);
                      usage.put(resource, in.amount());
                    });
            default -> in.skip();
          }
        });
    return new PodUsage.Container(name[0], usage);
  }
}
