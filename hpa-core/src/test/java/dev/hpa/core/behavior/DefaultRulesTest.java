package dev.hpa.core.behavior;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.recommendation;
import static dev.hpa.core.Fixtures.recommended;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.core.behavior.Normalization.Limit;
import dev.hpa.core.behavior.Normalization.Stabilization;
import dev.hpa.core.settings.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefaultRulesTest {

  private static Normalization normalized(
      int current, int recommendation, int min, int max, History history) {
    return Normalization.of(
        new Normalization.Input(
            current, recommendation, min, max, null, history, Settings.DEFAULTS, NOW));
  }

  private static void assertNormalized(
      int desired, Stabilization stabilization, Limit limit, Normalization actual) {
    assertEquals(desired, actual.desired());
    assertEquals(stabilization, actual.stabilization());
    assertEquals(limit, actual.limit());
  }

  @Test
  void oneStepAtMostDoubles() {
    assertNormalized(
        20, Stabilization.NONE, Limit.SCALE_UP, normalized(10, 50, 1, 100, History.EMPTY));
    assertNormalized(
        6, Stabilization.NONE, Limit.SCALE_UP, normalized(3, 50, 1, 100, History.EMPTY));
  }

  @Test
  void fourCanAlwaysBeReached() {
    assertNormalized(
        4, Stabilization.NONE, Limit.SCALE_UP, normalized(1, 50, 1, 100, History.EMPTY));
    assertNormalized(4, Stabilization.NONE, Limit.NONE, normalized(1, 4, 1, 100, History.EMPTY));
  }

  @Test
  void theMaximumBoundsWhenItIsNotAboveTheLimit() {
    assertNormalized(
        20, Stabilization.NONE, Limit.MAXIMUM, normalized(10, 50, 1, 20, History.EMPTY));
    assertNormalized(
        12, Stabilization.NONE, Limit.MAXIMUM, normalized(10, 50, 1, 12, History.EMPTY));
  }

  @Test
  void downwardsThereIsNoRateLimit() {
    assertNormalized(1, Stabilization.NONE, Limit.NONE, normalized(90, 1, 1, 100, History.EMPTY));
    assertNormalized(
        3, Stabilization.NONE, Limit.MINIMUM, normalized(90, 1, 3, 100, History.EMPTY));
  }

  @Test
  void theMinimumBeatsTheUpscaleLimit() {
    assertNormalized(
        10, Stabilization.NONE, Limit.MINIMUM, normalized(0, 1, 10, 100, History.EMPTY));
  }

  @Test
  void anOldRecommendationCanScaleUp() {
    History history = recommended(recommendation(10, 120));
    assertNormalized(10, Stabilization.DOWN, Limit.NONE, normalized(5, 3, 1, 100, history));
    assertNormalized(10, Stabilization.DOWN, Limit.NONE, normalized(5, 5, 1, 100, history));
  }

  @Test
  void theInitialRecommendationDelaysAScaleDown() {
    assertNormalized(
        10,
        Stabilization.DOWN,
        Limit.NONE,
        normalized(10, 2, 1, 100, History.EMPTY.seeded(10, NOW)));
  }

  @Test
  void anEntryAsOldAsTheWindowCounts() {
    assertEquals(9, normalized(9, 2, 1, 100, recommended(recommendation(9, 300))).desired());
    assertEquals(2, normalized(9, 2, 1, 100, recommended(recommendation(9, 301))).desired());
  }

  @Test
  void theRecommendationIsKeptUnlimited() {
    assertEquals(
        List.of(new History.Recommendation(500, NOW)),
        normalized(10, 500, 1, 20, History.EMPTY).history().recommendations());
  }

  @Test
  void theLastExpiredEntryIsReplaced() {
    History history =
        recommended(recommendation(1, 400), recommendation(2, 10), recommendation(3, 301));
    assertEquals(
        List.of(
            new History.Recommendation(1, ago(400)),
            new History.Recommendation(2, ago(10)),
            new History.Recommendation(7, NOW)),
        normalized(7, 7, 1, 100, history).history().recommendations());
  }
}
