package dev.hpa.core.behavior;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.percent;
import static dev.hpa.core.Fixtures.pods;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingPolicy;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.core.settings.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds of every normalization, tried on histories made by chance. */
class NormalizationPropertiesTest {

  private static final int CASES = 20_000;
  private static final String[] SELECTS = {
    ScalingRules.MAX, ScalingRules.MIN, ScalingRules.DISABLED
  };

  private static @Nullable Behavior behavior(Random random) {
    return random.nextInt(3) == 0 ? null : new Behavior(rules(random), rules(random));
  }

  private static ScalingRules rules(Random random) {
    List<ScalingPolicy> policies = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      int period = 1 + random.nextInt(300);
      policies.add(
          random.nextBoolean()
              ? pods(1 + random.nextInt(10), period)
              : percent(1 + random.nextInt(200), period));
    }
    Integer window = random.nextInt(4) == 0 ? null : Integer.valueOf(random.nextInt(400));
    return new ScalingRules(window, SELECTS[random.nextInt(3)], policies, null);
  }

  private static History history(Random random) {
    List<History.Recommendation> recommendations = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      recommendations.add(new History.Recommendation(random.nextInt(40), ago(random.nextInt(600))));
    }
    return new History(recommendations, changes(random), changes(random));
  }

  private static List<History.ScaleEvent> changes(Random random) {
    List<History.ScaleEvent> changes = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      changes.add(
          new History.ScaleEvent(
              1 + random.nextInt(10), ago(random.nextInt(600)), random.nextBoolean()));
    }
    return changes;
  }

  private static Normalization.Input input(Random random) {
    int min = random.nextInt(10);
    int max = Math.max(1, min + random.nextInt(20));
    int current = Math.max(1, min + random.nextInt(max - min + 1));
    return new Normalization.Input(
        current,
        random.nextInt(60),
        min,
        max,
        behavior(random),
        history(random),
        Settings.DEFAULTS,
        NOW);
  }

  private static Normalization.Input with(Normalization.Input input, History history, Instant now) {
    return new Normalization.Input(
        input.current(),
        input.recommendation(),
        input.min(),
        input.max(),
        input.behavior(),
        history,
        input.settings(),
        now);
  }

  @Test
  void fromWithinTheBoundsNothingLeavesThem() {
    for (int seed = 0; seed < CASES; seed++) {
      Normalization.Input input = input(new Random(seed));
      int desired = Normalization.of(input).desired();
      assertTrue(
          input.min() <= desired && desired <= input.max(),
          "seed " + seed + ": " + desired + " of " + input);
    }
  }

  @Test
  void withBehaviorTheResultNeverMovesAgainstTheRecommendation() {
    for (int seed = 0; seed < CASES; seed++) {
      Normalization.Input input = input(new Random(seed));
      if (input.behavior() == null) {
        continue;
      }
      int desired = Normalization.of(input).desired();
      String place = "seed " + seed + ": " + desired + " of " + input;
      if (input.recommendation() >= input.current()) {
        assertTrue(desired >= input.current(), place);
      }
      if (input.recommendation() <= input.current()) {
        assertTrue(desired <= input.current(), place);
      }
    }
  }

  @Test
  void theReasonIsTheLimitThatBounds() {
    for (int seed = 0; seed < CASES; seed++) {
      Normalization.Input input = input(new Random(seed));
      Normalization result = Normalization.of(input);
      String place = "seed " + seed + ": " + result + " of " + input;
      switch (result.limit()) {
        case MAXIMUM -> assertEquals(input.max(), result.desired(), place);
        case MINIMUM -> assertEquals(input.min(), result.desired(), place);
        case SCALE_UP -> assertTrue(result.desired() < input.max(), place);
        case SCALE_DOWN -> assertTrue(result.desired() > input.min(), place);
        case NONE -> {
          if (result.stabilization() == Normalization.Stabilization.NONE) {
            assertEquals(input.recommendation(), result.desired(), place);
          }
        }
      }
    }
  }

  /** Entries too old for every window and period, at any place of the lists. */
  private static History padded(History history, Random random) {
    List<History.Recommendation> recommendations = new ArrayList<>(history.recommendations());
    List<History.ScaleEvent> ups = new ArrayList<>(history.scaleUps());
    List<History.ScaleEvent> downs = new ArrayList<>(history.scaleDowns());
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      Instant old = ago(4000 + random.nextInt(1000));
      recommendations.add(
          random.nextInt(recommendations.size() + 1),
          new History.Recommendation(random.nextInt(60), old));
      ups.add(
          random.nextInt(ups.size() + 1),
          new History.ScaleEvent(1 + random.nextInt(9), old, random.nextBoolean()));
      downs.add(
          random.nextInt(downs.size() + 1),
          new History.ScaleEvent(1 + random.nextInt(9), old, random.nextBoolean()));
    }
    return new History(recommendations, ups, downs);
  }

  /** The same with a policy of the longest period in both directions. */
  private static Normalization.Input withEqualPeriods(Normalization.Input input) {
    Behavior behavior = input.behavior();
    return new Normalization.Input(
        input.current(),
        input.recommendation(),
        input.min(),
        input.max(),
        behavior == null
            ? null
            : new Behavior(
                withLongPeriod(behavior.scaleUp()), withLongPeriod(behavior.scaleDown())),
        new History(input.history().recommendations(), List.of(), List.of()),
        input.settings(),
        input.now());
  }

  private static @Nullable ScalingRules withLongPeriod(@Nullable ScalingRules rules) {
    if (rules == null) {
      return null;
    }
    List<ScalingPolicy> policies = new ArrayList<>(rules.policiesOrEmpty());
    policies.add(pods(3, 300));
    return new ScalingRules(
        rules.stabilizationWindowSeconds(), rules.selectPolicy(), policies, rules.tolerance());
  }

  /**
   * With periods of different length an entry may count in one direction when the other has given
   * its place away, so that it matters whether there are older places.
   */
  @Test
  void expiredEntriesChangeNothing() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Normalization.Input plain = withEqualPeriods(input(random));
      Normalization.Input padded = with(plain, padded(plain.history(), random), NOW);
      Instant now = NOW;
      for (int cycle = 0; cycle < 6; cycle++) {
        Normalization one = Normalization.of(plain);
        Normalization other = Normalization.of(padded);
        String place = "seed " + seed + ", cycle " + cycle;
        assertEquals(one.desired(), other.desired(), place);
        assertEquals(one.stabilization(), other.stabilization(), place);
        assertEquals(one.limit(), other.limit(), place);
        now = now.plusSeconds(random.nextInt(120));
        plain = next(plain, one, now, random.nextInt(0, 60));
        padded = next(padded, other, now, plain.recommendation());
      }
    }
  }

  /** The next cycle, after the change was written. */
  private static Normalization.Input next(
      Normalization.Input input, Normalization result, Instant now, int recommendation) {
    History history = result.history();
    if (input.behavior() != null && result.desired() != input.current()) {
      history = history.scaled(input.current(), result.desired(), input.behavior(), input.now());
    }
    return new Normalization.Input(
        result.desired(),
        recommendation,
        input.min(),
        input.max(),
        input.behavior(),
        history,
        input.settings(),
        now);
  }

  @Test
  void theOrderOfEntriesIsIrrelevant() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Normalization.Input input = input(random);
      History history = input.history();
      History shuffled =
          new History(
              shuffled(history.recommendations(), random),
              shuffled(history.scaleUps(), random),
              shuffled(history.scaleDowns(), random));
      assertEquals(
          Normalization.of(input).desired(),
          Normalization.of(with(input, shuffled, NOW)).desired(),
          "seed " + seed);
    }
  }

  private static <T> List<T> shuffled(List<T> list, Random random) {
    List<T> copy = new ArrayList<>(list);
    Collections.shuffle(copy, random);
    return copy;
  }

  @Test
  void aSteadyHistoryDoesNotGrow() {
    History history = History.EMPTY.seeded(5, NOW);
    for (int cycle = 1; cycle <= 1000; cycle++) {
      history =
          Normalization.of(
                  new Normalization.Input(
                      5, 5, 1, 10, null, history, Settings.DEFAULTS, NOW.plusSeconds(15L * cycle)))
              .history();
    }
    assertEquals(21, history.recommendations().size());
  }
}
