package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObjectException;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class AutoscalerDecoderTest {

  private static final String AUTOSCALER =
      """
      {"metadata": {"name": "web", "namespace": "shop", "resourceVersion": "7"},
       "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web", "apiVersion": "apps/v1"},
                "maxReplicas": %s}}
      """;

  private static Reflector.Versioned<HorizontalPodAutoscaler> read(String maxReplicas)
      throws IOException {
    try (JsonParser in = new ObjectMapper().createParser(AUTOSCALER.formatted(maxReplicas))) {
      in.nextToken();
      return new AutoscalerDecoder(new OwnWrites()).read(in);
    }
  }

  @Test
  void anAutoscalerIsReadWithItsNameAndRevision() throws IOException {
    Reflector.Versioned<HorizontalPodAutoscaler> read = read("9");
    assertEquals(
        "shop/web at 7", read.namespace() + "/" + read.name() + " at " + read.resourceVersion());
    assertEquals(9, read.value().spec().maxReplicas());
  }

  @Test
  void oneThatCannotBeReadIsNamed() {
    UnreadableObjectException failure =
        assertThrows(UnreadableObjectException.class, () -> read("\"nine\""));
    assertEquals("shop/web", failure.object().key().toString());
    assertEquals("7", failure.object().resourceVersion());
    assertTrue(failure.object().problem().contains("maxReplicas"), failure.object().problem());
  }

  @Test
  void oneWithAnEndlessNameIsUnreadable() {
    String metric =
        "9, \"metrics\": [{\"type\": \"Pods\", \"pods\": {\"metric\": {\"name\": \"%s\"}}}]";
    UnreadableObjectException failure =
        assertThrows(
            UnreadableObjectException.class, () -> read(metric.formatted("q".repeat(1_025))));
    assertEquals(
        "spec.metrics[0].pods.metric.name has 1025 characters, more than 1024",
        failure.object().problem());
  }
}
