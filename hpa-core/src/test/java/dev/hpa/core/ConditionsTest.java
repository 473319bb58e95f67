package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.HpaCondition;
import dev.hpa.core.behavior.Normalization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {

  private static final Instant BEFORE = NOW.minusSeconds(600);

  private static HpaCondition condition(String type, String status, Instant since) {
    return new HpaCondition(type, status, since, "Old", "old");
  }

  private final Conditions stored =
      new Conditions(
          List.of(condition("AbleToScale", "True", BEFORE), condition("Other", "False", BEFORE)));

  @Test
  void aNewReasonAloneKeepsTheTime() {
    assertEquals(
        new HpaCondition("AbleToScale", "True", BEFORE, "New", "new"),
        stored.with("AbleToScale", true, "New", "new", NOW).list().getFirst());
  }

  @Test
  void anotherStatusSetsTheTime() {
    assertEquals(
        new HpaCondition("AbleToScale", "False", NOW, "New", "new"),
        stored.with("AbleToScale", false, "New", "new", NOW).list().getFirst());
  }

  @Test
  void thereAndBackInOneCycleSetsTheTimeTwice() {
    Conditions failing =
        new Conditions(List.of(condition("AbleToScale", "False", BEFORE)))
            .with("AbleToScale", true, "SucceededGetScale", "", NOW)
            .with("AbleToScale", false, "FailedUpdateScale", "", NOW);
    assertEquals(NOW, failing.list().getFirst().lastTransitionTime());
  }

  @Test
  void aStatusThatIsNeitherTrueNorFalseDiffersFromBoth() {
    Conditions unknown = new Conditions(List.of(condition("AbleToScale", "Unknown", BEFORE)));
    assertEquals(
        NOW,
        unknown.with("AbleToScale", false, "", "", NOW).list().getFirst().lastTransitionTime());
  }

  @Test
  void aKnownTypeKeepsItsPlaceAndANewOneGoesToTheEnd() {
    assertEquals(
        List.of("AbleToScale", "Other", "ScalingActive"),
        stored.scalingActive(true, "", "", NOW).ableToScale(false, "", "", NOW).list().stream()
            .map(HpaCondition::type)
            .toList());
  }

  @Test
  void changesDoNotModifyTheOriginal() {
    List<HpaCondition> before = List.copyOf(stored.list());
    stored.with("AbleToScale", false, "New", "new", NOW).without("Other");
    assertEquals(before, stored.list());
  }

  @Test
  void scalingIsLimitedExceptWithinRange() {
    for (Normalization.Limit limit : Normalization.Limit.values()) {
      HpaCondition condition =
          new Conditions(List.of()).scalingLimited(limit, NOW).list().getFirst();
      assertEquals(
          condition.reason().equals("DesiredWithinRange") ? "False" : "True", condition.status());
    }
  }
}
