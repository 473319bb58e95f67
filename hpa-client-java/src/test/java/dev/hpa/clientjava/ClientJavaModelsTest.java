package dev.hpa.clientjava;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.Scale;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodReader;
import dev.hpa.core.settings.Settings;
import dev.hpa.validation.HpaValidation;
import dev.hpa.vectors.Vectors;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Scale;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscalerSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The objects of recorded decisions, as client-java has them. */
class ClientJavaModelsTest {

  private final ClientJavaModels models = new ClientJavaModels();

  /** The objects of a kind in all timelines, each once. */
  private static Set<String> recorded(String kind) {
    Set<String> objects = new HashSet<>();
    for (String file : List.of("decisions/basics.ndjson", "decisions/random.ndjson")) {
      try (Stream<String> lines = Vectors.configured().lines(file)) {
        lines.forEach(
            line -> {
              for (JsonNode step : Json.tree(line).path("steps")) {
                for (JsonNode each : step.path("apply")) {
                  if (each.path("kind").asText().equals(kind)) {
                    objects.add(each.toString());
                  }
                }
              }
            });
      }
    }
    assertTrue(objects.size() > 100, kind + ": " + objects.size());
    return objects;
  }

  @Test
  void autoscalersAreTheSameInBothModels() {
    for (String each : recorded("HorizontalPodAutoscaler")) {
      HorizontalPodAutoscaler ours = HpaVersion.V2.decode(each);
      V2HorizontalPodAutoscaler theirs = JSON.deserialize(each, V2HorizontalPodAutoscaler.class);
      assertEquals(text(ours), text(models.autoscaler(theirs)), each);
      assertEquals(text(ours), text(models.autoscaler(models.model(ours))), each);
    }
  }

  @Test
  void anInvalidAutoscalerIsConvertedAndFoundByItsValidation() {
    V2HorizontalPodAutoscaler model =
        models.model(HpaVersion.V2.decode(recorded("HorizontalPodAutoscaler").iterator().next()));
    model.setSpec(
        new V2HorizontalPodAutoscalerSpec()
            .scaleTargetRef(requireNonNull(model.getSpec()).getScaleTargetRef()));
    HorizontalPodAutoscaler hpa = models.autoscaler(model);
    assertEquals(0, hpa.spec().maxReplicas());
    Settings settings = Settings.DEFAULTS;
    assertTrue(
        HpaValidation.validateCreate(hpa, settings.gates(), settings.version()).stream()
            .anyMatch(each -> each.text().equals("spec.maxReplicas: Required value")));
  }

  private static String text(HorizontalPodAutoscaler hpa) {
    return Json.text(HpaVersion.V2.encode(hpa));
  }

  @Test
  void scalesAreTheSameInBothModels() {
    for (String each : recorded("Scale")) {
      V1Scale theirs = JSON.deserialize(each, V1Scale.class);
      Scale ours = models.scale(theirs);
      JsonNode tree = Json.tree(each);
      assertEquals(tree.at("/metadata/name").asText(), ours.name());
      assertEquals(tree.at("/spec/replicas").asInt(), ours.specReplicas());
      assertEquals(tree.at("/status/replicas").asInt(), ours.statusReplicas());
      assertEquals(tree.at("/status/selector").asText(), ours.selector());
      assertEquals(ours, models.scale(models.model(ours)));
    }
  }

  @Test
  void anEmptyScaleHasNoPods() {
    Scale empty = new Scale("", "", null, "", 0, 0, "");
    assertEquals(empty, models.scale(new V1Scale()));
    assertEquals(empty, models.scale(models.model(empty)));
    V1Pod pod = new V1Pod().metadata(new V1ObjectMeta().namespace("").name("a"));
    assertEquals(List.of(), models.selection(empty, List.of(pod)).pods());
  }

  @Test
  void podsAreReadAsTheControllerReadsThem() throws Exception {
    for (String each : recorded("Pod")) {
      V1Pod theirs = JSON.deserialize(each, V1Pod.class);
      PodReader ours = new PodReader();
      try (var in = Json.factory().build().createParser(each)) {
        in.nextToken();
        ours.read(in);
      }
      assertEquals(
          List.of(ours.pod(ours.resources(), ours.placement())),
          models.selection(all(theirs), List.of(theirs)).pods(),
          each);
    }
  }

  /** A scale that has any pod of the namespace. */
  private static Scale all(V1Pod pod) {
    String namespace = requireNonNull(requireNonNull(pod.getMetadata()).getNamespace());
    return new Scale(namespace, "web", null, "", 1, 1, "other!=x");
  }

  @Test
  void onlyPodsThatTheSelectorMatchesAreFound() {
    List<V1Pod> pods = new ArrayList<>();
    for (String name : List.of("shop/b", "shop/a", "shop/other", "bank/a")) {
      String[] parts = name.split("/", -1);
      pods.add(
          new V1Pod()
              .metadata(
                  new V1ObjectMeta()
                      .namespace(parts[0])
                      .name(parts[1])
                      .putLabelsItem("app", parts[1].equals("other") ? "other" : "web")));
    }
    Scale scale = new Scale("shop", "web", null, "", 2, 2, "app=web");
    assertEquals(
        List.of("a", "b"), models.selection(scale, pods).pods().stream().map(Pod::name).toList());
    Scale invalid = new Scale("shop", "web", null, "", 2, 2, "app in");
    assertThrows(IllegalArgumentException.class, () -> models.selection(invalid, pods));
  }

  @Test
  void aPodThatCannotBeReadIsNamed() {
    V1ObjectMeta metadata = new V1ObjectMeta().namespace("shop").name("odd");
    for (int i = 0; i <= 256; i++) {
      metadata.putLabelsItem("label-" + i, "");
    }
    Scale scale = new Scale("shop", "web", null, "", 1, 1, "label-0=");
    List<V1Pod> pods = List.of(new V1Pod().metadata(metadata));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> models.selection(scale, pods));
    assertEquals("pod shop/odd: it has more than 256 labels", refused.getMessage());
  }
}
