package dev.hpa.clientjava;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodReader;
import dev.hpa.core.pods.Selection;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Scale;
import io.kubernetes.client.openapi.models.V1ScaleSpec;
import io.kubernetes.client.openapi.models.V1ScaleStatus;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts the models of Kubernetes' client-java, for programs that have them from an informer and
 * call the decision. Each conversion goes through JSON: that of a pod costs more than the decision,
 * and what our model does not have is not kept. Thread-safe.
 */
public final class ClientJavaModels {

  private static final JsonFactory FACTORY = Json.factoryOfObjects().build();

  /**
   * The autoscaler, with upstream's defaults for what the model does not set. It is not validated,
   * because an API server has validated the objects of an informer: {@code maxReplicas} that is not
   * set is 0. Validate a model from elsewhere with {@link dev.hpa.validation.HpaValidation}.
   *
   * @throws dev.hpa.api.JsonFormatException if the model has a value that does not match
   *     autoscaling/v2
   */
  public HorizontalPodAutoscaler autoscaler(V2HorizontalPodAutoscaler model) {
    JsonNode tree = Json.tree(JSON.serialize(model));
    removeEmptyLists(tree);
    return HpaVersion.V2.decode(tree);
  }

  /** A list that was never set is empty in the models, but absent in an object. */
  private static void removeEmptyLists(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      object.removeIf(each -> each.isArray() && each.isEmpty());
    }
    tree.forEach(ClientJavaModels::removeEmptyLists);
  }

  /** The model of an autoscaler, for example to update its status. */
  public V2HorizontalPodAutoscaler model(HorizontalPodAutoscaler autoscaler) {
    return JSON.deserialize(
        Json.text(HpaVersion.V2.encode(autoscaler)), V2HorizontalPodAutoscaler.class);
  }

  /** The scale; fields that are not set are empty or 0, as in Kubernetes. */
  public Scale scale(V1Scale model) {
    V1ObjectMeta metadata = model.getMetadata() == null ? new V1ObjectMeta() : model.getMetadata();
    V1ScaleSpec spec = model.getSpec() == null ? new V1ScaleSpec() : model.getSpec();
    V1ScaleStatus status = model.getStatus();
    return new Scale(
        orEmpty(metadata.getNamespace()),
        orEmpty(metadata.getName()),
        metadata.getUid(),
        orEmpty(metadata.getResourceVersion()),
        spec.getReplicas() == null ? 0 : spec.getReplicas(),
        status == null || status.getReplicas() == null ? 0 : status.getReplicas(),
        status == null ? "" : orEmpty(status.getSelector()));
  }

  /** The model of a scale, for example of {@link Scale#withSpecReplicas} to write it. */
  public V1Scale model(Scale scale) {
    return new V1Scale()
        .apiVersion("autoscaling/v1")
        .kind("Scale")
        .metadata(
            new V1ObjectMeta()
                .namespace(scale.namespace())
                .name(scale.name())
                .uid(scale.uid())
                .resourceVersion(
                    scale.resourceVersion().isEmpty() ? null : scale.resourceVersion()))
        .spec(new V1ScaleSpec().replicas(scale.specReplicas()))
        .status(new V1ScaleStatus().replicas(scale.statusReplicas()).selector(scale.selector()));
  }

  /**
   * The pods of a scale: those of its namespace that its selector matches; none without a selector.
   * Whether other autoscalers select them too is not known: add those with {@link
   * Selection#Selection(List, List)}, or {@code AmbiguousSelector} is not found.
   *
   * @param models pods of any namespaces, for example all of an informer
   * @throws IllegalArgumentException if the selector of the scale is invalid, or a pod cannot be
   *     read; the message names it
   */
  public Selection selection(Scale scale, Collection<V1Pod> models) {
    if (scale.selector().isEmpty()) {
      return Selection.EMPTY;
    }
    Selector selector = Selector.parse(scale.selector());
    List<Pod> found = new ArrayList<>();
    for (V1Pod model : models) {
      V1ObjectMeta metadata = model.getMetadata();
      if (metadata != null
          && scale.namespace().equals(metadata.getNamespace())
          && selector.matches(requireNonNullElse(metadata.getLabels(), Map.of()))) {
        found.add(pod(model));
      }
    }
    found.sort(Comparator.comparing(Pod::name));
    return new Selection(found, List.of());
  }

  private Pod pod(V1Pod model) {
    PodReader read = new PodReader();
    try (JsonParser in = FACTORY.createParser(JSON.serialize(model))) {
      in.nextToken();
      read.read(in);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } catch (RuntimeException failure) {
      throw new IllegalArgumentException(
          "pod %s/%s: %s".formatted(read.namespace(), read.name(), failure.getMessage()), failure);
    }
    return read.pod(read.resources(), read.placement());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
