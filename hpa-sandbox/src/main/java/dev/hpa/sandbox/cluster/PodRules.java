package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.ArrayList;
import java.util.List;

/** A new pod is pending, whatever its author says. */
final class PodRules implements ResourceType.Rules {

  @Override
  public void onCreate(ObjectNode pod) {
    ObjectNode spec = pod.withObject("/spec");
    List<Cause> causes = new ArrayList<>();
    PodTemplates.check(spec, "spec", causes);
    if (!causes.isEmpty()) {
      throw StatusException.invalid("", "Pod", pod.path("metadata").path("name").asText(), causes);
    }
    PodTemplates.setDefaults(spec);
    ObjectNode status = pod.putObject("status");
    status.put("phase", "Pending").put("qosClass", QosClass.of(spec));
  }
}
