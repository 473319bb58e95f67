package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioFaultsTest {

  private static final String API = "scale.get";

  private static Scenario.Fault fault(String message, int skip, int times) {
    return new Scenario.Fault(API, null, 500, "InternalError", message, skip, times);
  }

  private static List<String> met(int calls, Scenario.Fault... faults) {
    ScenarioFaults all = new ScenarioFaults(List.of(faults));
    List<String> met = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      try {
        all.check(API, "");
        met.add("-");
      } catch (KubernetesApiException failure) {
        met.add(failure.text());
      }
    }
    return met;
  }

  @Test
  void faultSkipsCallsThenFailsCalls() {
    assertEquals(List.of("-", "a", "a", "-"), met(4, fault("a", 1, 2)));
    assertEquals(List.of("-", "a", "a", "a"), met(4, fault("a", 1, 0)));
  }

  @Test
  void faultsApplyInOrder() {
    assertEquals(List.of("a", "a", "b", "b", "-"), met(5, fault("a", 0, 2), fault("b", 0, 2)));
    assertEquals(List.of("a", "a", "a"), met(3, fault("a", 0, 0), fault("b", 0, 1)));
  }

  @Test
  void faultIgnoresCallsFailedByEarlierFaults() {
    assertEquals(List.of("a", "-", "b", "-"), met(4, fault("a", 0, 1), fault("b", 1, 1)));
    assertEquals(List.of("b", "a", "a", "b", "-"), met(5, fault("a", 1, 2), fault("b", 0, 2)));
  }

  @Test
  void manySkippedCallsDoNotOverflow() {
    assertEquals(List.of("-", "-"), met(2, fault("a", Integer.MAX_VALUE, Integer.MAX_VALUE)));
  }
}
