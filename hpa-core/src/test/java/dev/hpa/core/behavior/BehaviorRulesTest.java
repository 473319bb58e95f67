package dev.hpa.core.behavior;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.change;
import static dev.hpa.core.Fixtures.defaultDown;
import static dev.hpa.core.Fixtures.defaultUp;
import static dev.hpa.core.Fixtures.down;
import static dev.hpa.core.Fixtures.input;
import static dev.hpa.core.Fixtures.percent;
import static dev.hpa.core.Fixtures.pods;
import static dev.hpa.core.Fixtures.recommendation;
import static dev.hpa.core.Fixtures.recommended;
import static dev.hpa.core.Fixtures.rules;
import static dev.hpa.core.Fixtures.up;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.core.behavior.Normalization.Limit;
import dev.hpa.core.behavior.Normalization.Stabilization;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BehaviorRulesTest {

  private static final Behavior DEFAULT = new Behavior(defaultUp(), defaultDown());

  private static void assertLimited(int desired, Limit limit, Normalization actual) {
    assertEquals(desired, actual.desired());
    assertEquals(limit, actual.limit());
  }

  private static Normalization of(Normalization.Input input) {
    return Normalization.of(input);
  }

  private static History changed(List<History.ScaleEvent> ups, List<History.ScaleEvent> downs) {
    return new History(List.of(), ups, downs);
  }

  private static Behavior windows(int up, int down) {
    return new Behavior(rules(up, null, percent(100_000, 15)), rules(down, null, percent(100, 15)));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 3, 4 5, 0, 300, 5, DOWN",
    "1, 7, 4 5, 300, 0, 4, UP",
    "2, 1, 3, 300, 300, 2, DOWN",
    "2, 3, 1, 300, 300, 2, UP",
    "5, 3, 10, 0, 300, 5, DOWN",
    "5, 3, 10, 0, 0, 3, NONE",
    "5, 8, 2, 0, 0, 8, NONE",
    "5, 5, 9, 300, 300, 5, NONE",
  })
  void windowsHoldChangesBackAndNeverCauseThem(
      int current,
      int recommendation,
      String earlier,
      int upWindow,
      int downWindow,
      int desired,
      Stabilization stabilization) {
    History history =
        new History(
            List.of(earlier.split(" ")).stream()
                .map(each -> recommendation(Integer.parseInt(each), 60))
                .toList(),
            List.of(),
            List.of());
    Normalization actual =
        of(input(current, recommendation, windows(upWindow, downWindow), history));
    assertEquals(desired, actual.desired());
    assertEquals(stabilization, actual.stabilization());
  }

  @Test
  void anEntryAsOldAsTheWindowNeitherCountsNorMakesRoom() {
    History history = recommended(recommendation(9, 300));
    Normalization actual = of(input(9, 2, windows(0, 300), history));
    assertEquals(2, actual.desired());
    assertEquals(2, actual.history().recommendations().size());
    assertEquals(9, of(input(9, 2, windows(0, 301), history)).desired());
  }

  @Test
  void anEntryMakesRoomWhenItIsOlderThanBothWindows() {
    History history = recommended(recommendation(9, 301));
    assertEquals(1, of(input(9, 2, windows(0, 300), history)).history().recommendations().size());
    assertEquals(2, of(input(9, 2, windows(400, 300), history)).history().recommendations().size());
  }

  @Test
  void anUnsetDownWindowIsTheFlagInWholeSeconds() {
    Settings settings =
        Settings.DEFAULTS.copy().downscaleStabilization(Duration.ofMillis(1500)).build();
    History history =
        recommended(new History.Recommendation(9, NOW.minus(Duration.ofMillis(1200))));
    assertEquals(
        2, of(new Normalization.Input(9, 2, 1, 100, DEFAULT, history, settings, NOW)).desired());
    assertEquals(
        9, of(new Normalization.Input(9, 2, 1, 100, null, history, settings, NOW)).desired());
  }

  @Test
  void theDefaultsAllowFourOrTwiceAsMany() {
    assertLimited(20, Limit.SCALE_UP, of(input(10, 50, DEFAULT, History.EMPTY)));
    assertLimited(5, Limit.SCALE_UP, of(input(1, 50, DEFAULT, History.EMPTY)));
    assertLimited(7, Limit.SCALE_UP, of(input(3, 50, DEFAULT, History.EMPTY)));
  }

  @Test
  void podsPoliciesCountFromTheStartOfTheirPeriod() {
    History grown = changed(List.of(change(15, 60)), List.of());
    assertLimited(
        235, Limit.SCALE_UP, of(input(100, 500, up(rules(0, null, pods(150, 120))), grown)));
    assertLimited(
        100, Limit.SCALE_UP, of(input(100, 500, up(rules(0, null, pods(5, 120))), grown)));
  }

  @Test
  void bothListsOfChangesCount() {
    assertLimited(
        16,
        Limit.SCALE_UP,
        of(
            input(
                6,
                24,
                up(rules(0, null, percent(300, 300))),
                changed(List.of(change(4, 60)), List.of(change(2, 90))))));
    assertLimited(
        13,
        Limit.SCALE_UP,
        of(
            input(
                10,
                50,
                up(rules(0, null, pods(5, 60))),
                changed(List.of(change(4, 30)), List.of(change(2, 30))))));
  }

  @Test
  void percentDownCountsFromTheStartOfItsPeriod() {
    Behavior half = down(rules(0, null, percent(50, 120)));
    assertLimited(
        56, Limit.SCALE_DOWN, of(input(100, 0, half, changed(List.of(), List.of(change(12, 60))))));
    assertLimited(
        100,
        Limit.SCALE_DOWN,
        of(
            input(
                100,
                0,
                down(rules(0, null, percent(10, 120))),
                changed(List.of(), List.of(change(30, 60))))));
    assertLimited(
        5,
        Limit.SCALE_DOWN,
        of(input(10, 2, down(rules(0, null, percent(50, 60))), History.EMPTY)));
  }

  @ParameterizedTest
  @CsvSource({"100, 10, 111", "50, 10, 56", "90, 10, 100", "10, 10, 11", "3, 1, 4"})
  void percentUpIsRoundedUpInDoubles(int current, int percent, int limit) {
    assertLimited(
        limit,
        Limit.SCALE_UP,
        of(input(current, 1000, up(rules(0, null, percent(percent, 60))), History.EMPTY)));
  }

  @ParameterizedTest
  @CsvSource({"5, 10, 4", "10, 90, 0", "5, 80, 0", "3, 1, 2"})
  void percentDownIsCutInDoubles(int current, int percent, int limit) {
    Normalization.Input input =
        new Normalization.Input(
            current,
            -1,
            -1,
            1000,
            down(rules(0, null, percent(percent, 60))),
            History.EMPTY,
            Settings.DEFAULTS,
            NOW);
    assertLimited(limit, Limit.SCALE_DOWN, of(input));
  }

  @Test
  void anUnlimitedPodsPolicyWrapsAndBlocks() {
    assertLimited(
        5,
        Limit.SCALE_UP,
        of(input(5, 50, up(rules(0, null, pods(Integer.MAX_VALUE, 60))), History.EMPTY)));
    assertLimited(
        50, Limit.NONE, of(input(5, 50, up(rules(0, null, pods(1000, 60))), History.EMPTY)));
  }

  @Test
  void aPercentageThatFitsNoIntegerBlocksToo() {
    History shrunk = changed(List.of(), List.of(change(1000, 10)));
    assertLimited(
        5,
        Limit.SCALE_UP,
        of(input(5, 50, up(rules(0, null, percent(Integer.MAX_VALUE, 60))), shrunk)));
  }

  @Test
  void percentCannotLeaveZero() {
    assertLimited(
        0, Limit.SCALE_UP, of(input(0, 3, up(rules(0, null, percent(100, 15))), History.EMPTY)));
    assertLimited(
        0,
        Limit.SCALE_UP,
        of(
            input(
                0,
                3,
                up(rules(0, ScalingRules.MIN, pods(4, 15), percent(100, 15))),
                History.EMPTY)));
    assertLimited(3, Limit.NONE, of(input(0, 3, DEFAULT, History.EMPTY)));
    assertLimited(4, Limit.SCALE_UP, of(input(0, 9, DEFAULT, History.EMPTY)));
  }

  @Test
  void minSelectsTheSmallerChange() {
    Behavior smallest =
        new Behavior(
            rules(0, ScalingRules.MIN, pods(4, 60), percent(100, 60)),
            rules(0, ScalingRules.MIN, pods(4, 60), percent(100, 60)));
    assertLimited(14, Limit.SCALE_UP, of(input(10, 50, smallest, History.EMPTY)));
    assertLimited(6, Limit.SCALE_DOWN, of(input(10, 1, smallest, History.EMPTY)));
  }

  @Test
  void disabledKeepsTheCount() {
    Behavior none =
        new Behavior(
            rules(0, ScalingRules.DISABLED, pods(4, 60)),
            rules(0, ScalingRules.DISABLED, pods(4, 60)));
    assertLimited(10, Limit.SCALE_UP, of(input(10, 50, none, History.EMPTY)));
    assertLimited(10, Limit.SCALE_DOWN, of(input(10, 2, none, History.EMPTY)));
  }

  @Test
  void atTheMinimumTheReasonIsTheMinimum() {
    assertLimited(
        3,
        Limit.MINIMUM,
        of(
            new Normalization.Input(
                3,
                1,
                3,
                100,
                down(rules(0, ScalingRules.DISABLED, percent(100, 15))),
                History.EMPTY,
                Settings.DEFAULTS,
                NOW)));
  }

  @Test
  void changesOfOthersAreNotCounted() {
    assertLimited(
        24, Limit.SCALE_UP, of(input(20, 50, up(rules(0, null, pods(4, 60))), History.EMPTY)));
  }

  @Test
  void aChangeAsOldAsThePeriodDoesNotCount() {
    Behavior behavior = up(rules(0, null, pods(4, 60)));
    assertLimited(
        12, Limit.SCALE_UP, of(input(8, 50, behavior, changed(List.of(change(4, 60)), List.of()))));
    assertLimited(
        8, Limit.SCALE_UP, of(input(8, 50, behavior, changed(List.of(change(4, 59)), List.of()))));
  }
}
