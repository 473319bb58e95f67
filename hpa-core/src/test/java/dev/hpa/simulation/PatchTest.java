package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PatchTest {

  private static HorizontalPodAutoscaler random(Random random) {
    ObjectNode hpa =
        (ObjectNode)
            Json.tree(
                """
                {"metadata": {"name": "web"}, "spec": {"maxReplicas": 9, "scaleTargetRef":
                  {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
                """);
    ObjectNode spec = (ObjectNode) hpa.get("spec");
    spec.put("maxReplicas", 5 + random.nextInt(3));
    if (random.nextBoolean()) {
      spec.put("minReplicas", 1 + random.nextInt(3));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      spec.withArray("metrics")
          .addObject()
          .put("type", "Resource")
          .putObject("resource")
          .put("name", random.nextBoolean() ? "cpu" : "memory")
          .putObject("target")
          .put("type", "Utilization")
          .put("averageUtilization", 50 + random.nextInt(3));
    }
    for (String direction : new String[] {"scaleUp", "scaleDown"}) {
      if (random.nextBoolean()) {
        ObjectNode rules = spec.withObject("/behavior/" + direction);
        if (random.nextBoolean()) {
          rules.put("stabilizationWindowSeconds", random.nextInt(3));
        }
        rules.put("selectPolicy", random.nextBoolean() ? "Min" : "Max");
      }
    }
    for (String option : new String[] {"mode", "tolerance"}) {
      if (random.nextBoolean()) {
        hpa.withObject("/metadata/annotations").put("hpa.dev/" + option, "" + random.nextInt(2));
      }
    }
    return HpaVersion.V2.decode(hpa);
  }

  /** MergePatch of RFC 7386, section 2. */
  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch;
    }
    ObjectNode result =
        target instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    for (var each : changes.properties()) {
      if (each.getValue().isNull()) {
        result.remove(each.getKey());
      } else {
        result.set(each.getKey(), merged(result.path(each.getKey()), each.getValue()));
      }
    }
    return result;
  }

  @Test
  void applyingItGivesTheOtherAutoscaler() {
    Random random = new Random(1);
    for (int i = 0; i < 3000; i++) {
      HorizontalPodAutoscaler from = random(random);
      HorizontalPodAutoscaler to = random(random);
      JsonNode patched = merged(HpaVersion.V2.encode(from), Patch.between(from, to));
      HorizontalPodAutoscaler result = HpaVersion.V2.decode(patched);
      assertEquals(to.spec(), result.spec());
      assertEquals(to.metadata().annotationsOrEmpty(), result.metadata().annotationsOrEmpty());
      assertTrue(Patch.between(to, to).isEmpty());
    }
  }
}
