package dev.hpa.app.features;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGatesTest {

  private static FeatureGates gates(String version, String... given) {
    return FeatureGates.of(List.of(given), EffectiveVersion.of(List.of(version), List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "1.33, false, false, false",
    "1.34, false, true, false",
    "1.35, true, true, false",
    "1.36, true, true, false",
    "1.37, true, true, true",
    "1.38, true, true, true"
  })
  void eachReleaseHasItsDefaults(
      String version, boolean tolerance, boolean podLevel, boolean scaleToZero) {
    FeatureGates gates = gates(version);
    assertEquals(tolerance, gates.enabled("HPAConfigurableTolerance"));
    assertEquals(podLevel, gates.enabled("PodLevelResources"));
    assertEquals(scaleToZero, gates.enabled("HPAScaleToZero"));
  }

  @Test
  void release137HasTheGatesOfOwnWritesAndSelectors() {
    for (String gate :
        List.of("StaleControllerConsistencyHPA", "HPAOptimizedSelectorStore", "HPAGeneration")) {
      assertFalse(gates("1.36").enabled(gate));
      assertTrue(gates("1.37").enabled(gate));
      assertFalse(gates("1.37", gate + "=false").enabled(gate));
    }
    assertTrue(gates("1.37", "HPAConfigurableTolerance=true").enabled("HPAConfigurableTolerance"));
  }

  /** All gates of kube-controller-manager v1.37.2, with their stages and defaults. */
  @Test
  void theGatesOf137AreThoseOfTheRecording() throws IOException {
    String recorded = Vectors.configured().text("v1.37/feature-gates-1.37.2.txt");
    assertEquals(
        recorded
            .lines()
            .filter(line -> !line.startsWith("#") && !line.matches("All(Alpha|Beta) .*"))
            .map(line -> line.split(" "))
            .map(word -> word[0] + " " + word[1].toLowerCase(Locale.ROOT) + "/" + word[2])
            .sorted()
            .toList(),
        lines("feature-gates-1.37.txt")
            .map(line -> line.replaceFirst("^(\\S+) 1\\.37=(\\w+/\\w+).*", "$1 $2"))
            .sorted()
            .toList());
  }

  /** The preview has the gates of 1.37 with those changes that are known. */
  @Test
  void theGatesOf138AreThoseOf137WithAStableGeneration() throws IOException {
    assertEquals(
        lines("feature-gates-1.37.txt")
            .map(line -> line.replace(" 1.37=", " 1.38="))
            .map(line -> line.replaceFirst("^HPAGeneration .*", "HPAGeneration 1.38=ga/on/locked"))
            .toList(),
        lines("feature-gates-1.38.txt").filter(line -> !line.startsWith("#")).toList());
    assertEquals(
        "# Preview of", lines("feature-gates-1.38.txt").findFirst().orElseThrow().substring(0, 12));
    assertTrue(gates("1.38").enabled("HPAGeneration"));
  }

  private static Stream<String> lines(String resource) throws IOException {
    try (InputStream file =
        requireNonNull(FeatureGates.class.getResourceAsStream(resource), resource)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CustomCPUCFSQuotaPeriod", "RuntimeClassInImageCriApi"})
  void bothReleasesHaveTheNamesOfTheGatesAndNotThoseOfTheirConstants(String name) {
    for (String version : List.of("1.36", "1.37", "1.38")) {
      assertEquals(name + "=true", gates(version, name + "=true").toString());
    }
    assertThrows(FeatureException.class, () -> gates("1.36", "CPUCFSQuotaPeriod=true"));
    assertThrows(FeatureException.class, () -> gates("1.36", "RuntimeClassInImageCriAPI=true"));
  }

  @Test
  void explicitGateOverridesStageGate() {
    FeatureGates gates = gates("1.36", "HPAConfigurableTolerance=true,AllBeta=false");
    assertTrue(gates.enabled("HPAConfigurableTolerance"));
    assertFalse(gates.enabled("PodLevelResources"));
  }

  @Test
  void lastValueOfAGateApplies() {
    assertTrue(
        gates("1.36", "HPAScaleToZero=false", "HPAScaleToZero=true").enabled("HPAScaleToZero"));
  }

  @Test
  void explicitGatesArePrintedSorted() {
    assertEquals(
        "HPAConfigurableTolerance=false,HPAScaleToZero=true",
        gates("1.36", "kube:HPAScaleToZero=t", "kube:HPAConfigurableTolerance=0").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.36|Foo=true|unrecognized feature gate: Foo",
        "1.36|wardle:Foo=true|component not registered: wardle",
        "1.36|InOrderInformers=false|cannot set feature gate InOrderInformers to false, feature is"
            + " locked to true",
        "1.37|HPAConfigurableTolerance=false|cannot set feature gate HPAConfigurableTolerance to"
            + " false, feature is locked to true",
        "1.38|HPAGeneration=false|cannot set feature gate HPAGeneration to false, feature is locked"
            + " to true",
        "1.37|SidecarContainers=true|unrecognized feature gate: SidecarContainers",
        "1.37|AnonymousAuthConfigurableEndpoints=true|unrecognized feature gate:"
            + " AnonymousAuthConfigurableEndpoints",
        "1.37|ClusterTrustBundle=false|ClusterTrustBundleProjection is enabled, but depends on"
            + " features that are disabled: [ClusterTrustBundle]",
        "1.36|HPAGeneration=true|cannot set feature gate HPAGeneration to true, feature is PreAlpha"
            + " at emulated version 1.36, min compatibility version 1.35",
        "1.36|StaleControllerConsistencyHPA=true|cannot set feature gate"
            + " StaleControllerConsistencyHPA to true, feature is PreAlpha at emulated version"
            + " 1.36, min compatibility version 1.35",
        "1.33|AtomicFIFO=true|cannot set feature gate AtomicFIFO to true, feature is PreAlpha at"
            + " emulated version 1.33, min compatibility version 1.33",
      })
  void invalidGatesAreRejected(String version, String gate, String why) {
    assertEquals(
        why, assertThrows(FeatureException.class, () -> gates(version, gate)).getMessage());
  }

  @Test
  void versionsOutOfRangeAreReportedTogether() {
    assertEquals(
        List.of(
            "emulation version 1.32 is not between [1.33, 1.38.0]",
            "minCompatibilityVersion version 1.34 is not between [1.33, 1.32]"),
        EffectiveVersion.of(List.of("1.32"), List.of("1.34")).problems());
    assertThrows(
        FeatureException.class, () -> EffectiveVersion.of(List.of("1.35", "kube=1.34"), List.of()));
  }
}
