package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesVersionTest {

  @ParameterizedTest
  @CsvSource({"1.36, V1_36", "v1.37, V1_37", "V1.37, V1_37", "1.38, V1_38"})
  void versionsAreParsed(String text, KubernetesVersion version) {
    assertEquals(version, KubernetesVersion.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1.35", "1.39", "2.36", "1.36.2", "latest", "1.4294967332"})
  void otherTextsAreRejected(String text) {
    assertEquals(
        "\"" + text + "\" is not a supported Kubernetes version; use 1.36, 1.37 or 1.38",
        assertThrows(IllegalArgumentException.class, () -> KubernetesVersion.parse(text))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 99, V1_36",
    "1, 28, V1_36",
    "1, 36, V1_36",
    "1, 37, V1_37",
    "1, 38, V1_38",
    "1, 39, V1_38",
    "2, 0, V1_38"
  })
  void theNearestVersionIsNotNewerThanTheServer(int major, int minor, KubernetesVersion nearest) {
    assertEquals(nearest, KubernetesVersion.nearest(major, minor));
  }

  @Test
  void release138IsAPreviewAndNotTheDefault() {
    assertEquals("1.38 (preview of v1.38.0-beta.0)", KubernetesVersion.V1_38.title());
    assertEquals(
        List.of(KubernetesVersion.PREVIEWS),
        Arrays.stream(KubernetesVersion.values())
            .filter(KubernetesVersion::isPreview)
            .map(each -> each + " is a preview of " + each.release() + ".")
            .toList());
    assertEquals("1.37", KubernetesVersion.DEFAULT.title());
    assertEquals(KubernetesVersion.V1_37, KubernetesVersion.DEFAULT);
  }

  @Test
  void gateDefaultsDependOnTheVersion() {
    assertEquals(new HpaFeatureGates(false, true, false), KubernetesVersion.V1_36.gates());
    assertEquals(new HpaFeatureGates(true, true, true), KubernetesVersion.V1_37.gates());
  }

  @Test
  void release136DropsTheGenerationOfConditions() {
    HpaCondition condition =
        new HpaCondition("AbleToScale", "True", Instant.EPOCH, "Reason", "message", 3L);
    HpaStatus status = new HpaStatus(3L, null, 1, 1, null, List.of(condition));
    assertSame(status, status.knownTo(KubernetesVersion.V1_37));
    HpaStatus old = status.knownTo(KubernetesVersion.V1_36);
    assertNull(old.conditionsOrEmpty().getFirst().observedGeneration());
    assertEquals(3L, old.observedGeneration());
  }
}
