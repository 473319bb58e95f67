package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.NamespacedName;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The objects of a cluster that lint checks. Only reads.
 *
 * @param unread receives a line about what cannot be read
 */
record LiveManifests(LiveReader reader, Consumer<String> unread) {

  /** What rules compare with HPAs and their targets; a cluster may lack some of these kinds. */
  private static final List<ResourceMapping> RELATED =
      List.of(
          LiveReader.QUOTAS,
          LiveReader.BUDGETS,
          new ResourceMapping(
              "autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler", true));

  /** An HPA, and its target if that can be read. */
  List<JsonNode> of(NamespacedName name) throws KubernetesApiException {
    LiveAutoscaler hpa = reader.autoscaler(name);
    CrossVersionObjectReference target = hpa.value().spec().scaleTargetRef();
    try {
      return List.of(hpa.json(), reader.object(name.namespace(), target));
    } catch (KubernetesApiException | IllegalArgumentException refused) {
      unread.accept(
          "%s: its target %s \"%s\" is not read: %s"
              .formatted(name, target.kind(), target.name(), refused.getMessage()));
      return List.of(hpa.json());
    }
  }

  /** A namespace, and what else of it rules are about. */
  List<JsonNode> related(String namespace) {
    List<JsonNode> found = new ArrayList<>();
    try {
      found.add(reader.namespace(namespace));
    } catch (KubernetesApiException refused) {
      unread.accept(
          "options of namespace %s are not read: %s".formatted(namespace, refused.text()));
    }
    for (ResourceMapping kind : RELATED) {
      try {
        reader.objects(kind, namespace, found::add);
      } catch (KubernetesApiException refused) {
        if (refused.code() != 404) {
          unread.accept(
              "%s of namespace %s are not read: %s"
                  .formatted(kind.resource(), namespace, refused.text()));
        }
      }
    }
    return found;
  }
}
