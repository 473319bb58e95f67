package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.ArrayList;
import java.util.List;

/** The strategy of Pods: a new pod is Pending, and most of its spec is immutable. */
final class PodStrategy implements ResourceType.Strategy {

  @Override
  public void prepareForCreate(ObjectNode pod) {
    ObjectNode spec = pod.withObject("/spec");
    List<Cause> causes = new ArrayList<>();
    PodTemplates.check(spec, "spec", causes);
    if (!causes.isEmpty()) {
      throw StatusException.invalid("", "Pod", pod.path("metadata").path("name").asText(), causes);
    }
    PodTemplates.setDefaults(spec);
    if (!spec.has("enableServiceLinks")) {
      spec.put("enableServiceLinks", true);
    }
    ObjectNode status = pod.putObject("status");
    status.put("phase", "Pending");
  }

  @Override
  public boolean tracksGeneration() {
    return true;
  }

  @Override
  public void prepareForUpdate(ObjectNode pod, ObjectNode before) {
    boolean changed = !immutableSpec(pod).equals(immutableSpec(before));
    if (changed) {
      throw StatusException.invalid(
          "",
          "Pod",
          pod.path("metadata").path("name").asText(),
          List.of(
              Cause.forbidden(
                  "spec",
                  "pod updates may not change fields other than `spec.containers[*].image`,"
                      + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
                      + "`spec.tolerations`")));
    }
  }

  /** The immutable part of the spec. The node name is set later by the scheduler. */
  private static ObjectNode immutableSpec(ObjectNode pod) {
    ObjectNode spec =
        pod.path("spec") instanceof ObjectNode given ? given.deepCopy() : pod.objectNode();
    spec.remove(List.of("activeDeadlineSeconds", "tolerations", "nodeName"));
    for (String list : new String[] {"initContainers", "containers"}) {
      spec.path(list).forEach(container -> ((ObjectNode) container).remove("image"));
    }
    return spec;
  }
}
