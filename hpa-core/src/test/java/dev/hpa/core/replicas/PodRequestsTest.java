package dev.hpa.core.replicas;

import static dev.hpa.core.Fixtures.container;
import static dev.hpa.core.Fixtures.ready;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.Quantity;
import dev.hpa.core.Fixtures;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.settings.Settings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PodRequestsTest {

  private static Map<String, Quantity> cpu(String amount) {
    return Map.of("cpu", Quantity.parse(amount));
  }

  private static PodResources.Container sidecar(String name, Map<String, Quantity> requests) {
    return new PodResources.Container(name, true, requests);
  }

  private static long cpuOf(PodResources resources, @Nullable String container)
      throws MetricProblem {
    return PodRequests.of("cpu", container, Settings.DEFAULTS).of(ready("web", resources));
  }

  private static final PodResources PLAIN =
      new PodResources(
          List.of(container("app", cpu("100m")), container("log", cpu("20m"))),
          List.of(sidecar("mesh", cpu("50m")), container("setup", cpu("5"))),
          Map.of(),
          cpu("250m"));

  @Test
  void containersAndSidecarsAreSummedWithoutOverhead() throws MetricProblem {
    assertEquals(170, cpuOf(PLAIN, null));
  }

  @Test
  void aNamedContainerCountsAlone() throws MetricProblem {
    assertEquals(20, cpuOf(PLAIN, "log"));
    assertEquals(50, cpuOf(PLAIN, "mesh"));
    assertEquals(
        "container setup not found in Pod web",
        assertThrows(MetricProblem.class, () -> cpuOf(PLAIN, "setup")).text());
  }

  @Test
  void requestsOfThePodRelaxTheRules() throws MetricProblem {
    PodResources own =
        new PodResources(
            List.of(container("app", cpu("100m")), container("log", Map.of())),
            List.of(),
            Map.of("memory", Quantity.parse("1Gi")),
            cpu("50m"));
    assertEquals(150, cpuOf(own, null));
    assertEquals(
        "missing request for cpu in container log of Pod web",
        assertThrows(MetricProblem.class, () -> cpuOf(own, "log")).text());
    assertEquals(
        "missing request for cpu in container log of Pod web",
        assertThrows(
                MetricProblem.class,
                () ->
                    PodRequests.of("cpu", null, Fixtures.withoutPodLevelResources())
                        .of(ready("web", own)))
            .text());
  }

  @Test
  void requestsOfThePodTakeThePlaceOfThoseOfItsContainers() throws MetricProblem {
    PodResources own =
        new PodResources(List.of(container("app", cpu("9"))), List.of(), cpu("2"), cpu("100m"));
    assertEquals(2100, cpuOf(own, null));
  }

  @Test
  void thePeakOfTheInitialisationCounts() throws MetricProblem {
    PodResources own =
        new PodResources(
            List.of(container("app", cpu("1"))),
            List.of(sidecar("mesh", cpu("500m")), container("setup", cpu("3"))),
            Map.of("memory", Quantity.parse("1Gi")),
            Map.of());
    assertEquals(3500, cpuOf(own, null));
  }

  @Test
  void aMissingRequestIsReported() {
    PodResources own =
        new PodResources(
            List.of(container("app", Map.of())),
            List.of(),
            Map.of("memory", Quantity.parse("1Gi")),
            Map.of());
    assertEquals(
        "missing pod-level request for cpu in Pod web",
        assertThrows(MetricProblem.class, () -> cpuOf(own, null)).text());
  }
}
