package dev.hpa.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import dev.hpa.cli.RangeServer;
import dev.hpa.cli.ScaledWorkload;
import dev.hpa.cli.deploy.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The patches that {@code hpa recommend --output-dir} writes, as kustomize applies them to their
 * manifests on a real API server.
 */
class RecommendLab {

  private static final List<String> NAMES = List.of("cart", "web");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  /** Two days with 3 cores on average and a peak that scales. */
  private static double value(String query, long at) {
    return query.startsWith("max(kube_") ? ScaledWorkload.replicas(at) : ScaledWorkload.cores(at);
  }

  private String kubectl(String... arguments) throws Exception {
    return Kubectl.run(folder, "", arguments).strip();
  }

  @Test
  void thePatchesAreValidOnTheServer() throws Exception {
    Path objects = folder.resolve("objects.yaml");
    Files.writeString(
        objects,
        ScaledWorkload.manifests("shop", "cart") + ScaledWorkload.manifests("shop", "web"));
    Files.writeString(
        folder.resolve("kustomization.yaml"), "resources: [objects.yaml]\ncomponents: [patches]\n");
    try (RealCluster _ = RealCluster.start(folder, "unaudited");
        RangeServer prometheus = RangeServer.start(RecommendLab::value)) {
      kubectl("create", "namespace", "shop");
      kubectl("apply", "-f", objects.toString());
      Program run =
          Program.run(
              "",
              "recommend",
              "-f",
              objects.toString(),
              "--prometheus",
              prometheus.url(),
              "--last",
              "2d",
              "--query-step",
              "5m",
              "--output-dir",
              folder.resolve("patches").toString());
      assertEquals(0, run.status(), run.out() + run.err());
      JsonNode applied =
          Json.tree(kubectl("apply", "-k", folder.toString(), "--dry-run=server", "-o", "json"));
      for (String name : NAMES) {
        JsonNode patch =
            new YAMLMapper().readTree(folder.resolve("patches/shop/" + name + ".yaml").toFile());
        JsonNode served = object(applied, name);
        assertContains(patch.path("spec"), served.path("spec"));
        assertContains(patch.at("/metadata/annotations"), served.at("/metadata/annotations"));
        assertEquals(40, spec(kubectl("get", "hpa", "-n", "shop", name, "-o", "json")));
      }
    }
  }

  private static int spec(String stored) {
    return Json.tree(stored).at("/spec/metrics/0/resource/target/averageUtilization").asInt();
  }

  private static JsonNode object(JsonNode list, String name) {
    for (JsonNode each : list.path("items")) {
      if (each.path("kind").asText().equals("HorizontalPodAutoscaler")
          && each.at("/metadata/name").asText().equals(name)) {
        return each;
      }
    }
    throw new AssertionError(name + " is not in " + list);
  }

  /** That the server kept what a merge patch sets. */
  private static void assertContains(JsonNode patch, JsonNode served) {
    assertTrue(patch.isObject() || patch.isMissingNode(), patch.toString());
    patch
        .properties()
        .forEach(
            each -> {
              JsonNode value = served.path(each.getKey());
              if (each.getValue().isObject()) {
                assertContains(each.getValue(), value);
              } else if (each.getValue().isNumber()) {
                assertEquals(each.getValue().asDouble(), value.asDouble(), each.getKey());
              } else if (!each.getValue().isNull() && !each.getValue().isArray()) {
                assertEquals(each.getValue().asText(), value.asText(), each.getKey());
              } else if (each.getValue().isArray()) {
                assertEquals(each.getValue().size(), value.size(), each.getKey());
              }
            });
  }
}
