package dev.hpa.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "Deployment|10|10|10|-",
        "Deployment|10|9|10|-",
        "Deployment|10|10|9|not all requested replicas are updated",
        "Deployment|10|13|3|not all requested replicas are updated",
        "Deployment|10|11|10|it has more pods than requested",
        "Deployment|10|11|12|it has more pods than requested",
        "ReplicaSet|10|10|0|-",
        "ReplicaSet|10|11|0|it has more pods than requested",
        "Rollout|10|9|0|-",
        "Rollout|10|11|0|it has more pods than requested"
      })
  void replicasShowTheRolloutOfAWorkload(
      String kind, int spec, int status, int updated, String reason) {
    assertEquals(
        reason == null ? Rollout.NONE : new Rollout(true, reason),
        Rollout.of(new Rollout.Progress(kind, spec, status, updated, "", "", false)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "web-1|web-1|10|-",
        "web-1|web-1|12|-",
        "web-1|web-2|10|its current and its update revision differ"
      })
  void revisionsShowTheRolloutOfAStatefulSet(
      String current, String update, int status, String reason) {
    assertEquals(
        reason == null ? Rollout.NONE : new Rollout(true, reason),
        Rollout.of(new Rollout.Progress("StatefulSet", 10, status, 3, current, update, false)));
  }

  @Test
  void aWorkloadReportsThatItMakesNoProgress() {
    assertEquals(
        new Rollout(true, "it has more pods than requested", true),
        Rollout.of(new Rollout.Progress("Deployment", 10, 11, 10, "", "", true)));
    assertEquals(
        new Rollout(true, "not all requested replicas are updated", true),
        Rollout.of(new Rollout.Progress("Deployment", 10, 11, 3, "", "", true)));
    assertEquals(
        Rollout.NONE, Rollout.of(new Rollout.Progress("Deployment", 10, 10, 10, "", "", true)));
  }
}
