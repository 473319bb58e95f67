package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void applyingItGivesTheOtherAutoscaler() {
    Random random = new Random(1);
    for (int i = 0; i < 3000; i++) {
      HorizontalPodAutoscaler from = random(random);
      HorizontalPodAutoscaler to = random(random);
      JsonNode patched = Patch.apply(HpaVersion.V2.encode(from), Patch.between(from, to));
      HorizontalPodAutoscaler result = HpaVersion.V2.decode(patched);
      assertEquals(to.spec(), result.spec());
      assertEquals(to.metadata().annotationsOrEmpty(), result.metadata().annotationsOrEmpty());
      assertTrue(Patch.between(to, to).isEmpty());
    }
  }

  @Test
  void hasNoFieldThatTheServerFillsIn() {
    String hpa =
        """
        {"metadata": {"name": "web"}, "spec": {"maxReplicas": 9, "scaleTargetRef":
          {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}%s}}
        """;
    HorizontalPodAutoscaler from = HpaVersion.V2.decode(hpa.formatted(""));
    assertEquals(
        json("{'spec':{'behavior':{'scaleUp':{'tolerance':'200m'}}}}"),
        Patch.between(
            from,
            HpaVersion.V2.decode(
                hpa.formatted(", \"behavior\": {\"scaleUp\": {\"tolerance\": \"200m\"}}"))));
    assertEquals(
        json("{'spec':{'behavior':{}}}"),
        Patch.between(from, HpaVersion.V2.decode(hpa.formatted(", \"behavior\": {}"))));
  }

  /** The examples of RFC 7386, appendix A. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'a':'b'}           | {'a':'c'}                  | {'a':'c'}
          {'a':'b'}           | {'b':'c'}                  | {'a':'b','b':'c'}
          {'a':'b'}           | {'a':null}                 | {}
          {'a':'b','b':'c'}   | {'a':null}                 | {'b':'c'}
          {'a':['b']}         | {'a':'c'}                  | {'a':'c'}
          {'a':'c'}           | {'a':['b']}                | {'a':['b']}
          {'a':{'b':'c'}}     | {'a':{'b':'d','c':null}}   | {'a':{'b':'d'}}
          {'a':[{'b':'c'}]}   | {'a':[1]}                  | {'a':[1]}
          ['a','b']           | ['c','d']                  | ['c','d']
          {'a':'b'}           | ['c']                      | ['c']
          {'a':'foo'}         | null                       | null
          {'a':'foo'}         | 'bar'                      | 'bar'
          {'e':null}          | {'a':1}                    | {'e':null,'a':1}
          [1,2]               | {'a':'b','c':null}         | {'a':'b'}
          {}                  | {'a':{'bb':{'ccc':null}}}  | {'a':{'bb':{}}}
          """)
  void mergesTheExamplesOfTheRfc(String target, String patch, String result) {
    assertEquals(json(result), Patch.apply(json(target), json(patch)));
  }

  @Test
  void doesNotModifyItsArguments() {
    JsonNode target = json("{'a':{'b':1}}");
    JsonNode patch = json("{'a':{'c':{'d':2}},'e':[{}]}");
    JsonNode result = Patch.apply(target, patch);
    result.withObject("/a/c").put("d", 3);
    result.withObject("/a").put("b", 3);
    assertEquals(json("{'a':{'b':1}}"), target);
    assertEquals(json("{'a':{'c':{'d':2}},'e':[{}]}"), patch);
  }

  private static JsonNode json(String text) {
    return Json.tree(text.replace('\'', '"'));
  }
}
