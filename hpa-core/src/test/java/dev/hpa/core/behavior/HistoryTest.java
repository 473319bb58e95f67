package dev.hpa.core.behavior;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.change;
import static dev.hpa.core.Fixtures.pods;
import static dev.hpa.core.Fixtures.recommendation;
import static dev.hpa.core.Fixtures.recommended;
import static dev.hpa.core.Fixtures.rules;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.hpa.api.Behavior;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private static final Behavior SHORT_UP_LONG_DOWN =
      new Behavior(rules(0, null, pods(4, 15)), rules(0, null, pods(1, 600)));

  @Test
  void onlyAnEmptyHistoryIsSeeded() {
    assertEquals(
        List.of(new History.Recommendation(7, NOW)),
        History.EMPTY.seeded(7, NOW).recommendations());
    History known = recommended(recommendation(3, 5000));
    assertSame(known, known.seeded(7, NOW));
  }

  @Test
  void eachDirectionMakesRoomByItsOwnPeriods() {
    Instant start = ago(100);
    History first = History.EMPTY.scaled(1, 5, SHORT_UP_LONG_DOWN, start);
    History second = first.scaled(5, 9, SHORT_UP_LONG_DOWN, start.plusSeconds(60));
    assertEquals(List.of(new History.ScaleEvent(4, ago(40), false)), second.scaleUps());
    assertEquals(4, second.changeSince(ago(600)));
  }

  @Test
  void aChangeAsOldAsTheLongestPeriodMakesNoRoom() {
    History history = new History(List.of(), List.of(change(4, 15)), List.of());
    assertEquals(2, history.scaled(5, 9, SHORT_UP_LONG_DOWN, NOW).scaleUps().size());
    assertEquals(1, history.scaled(5, 9, SHORT_UP_LONG_DOWN, NOW.plusMillis(1)).scaleUps().size());
  }

  @Test
  void theLastOutdatedChangeIsReplacedAndTheOthersStayMarked() {
    History history =
        new History(List.of(), List.of(change(1, 90), change(2, 50), change(3, 10)), List.of());
    assertEquals(
        List.of(
            new History.ScaleEvent(1, ago(90), true),
            new History.ScaleEvent(5, NOW, false),
            change(3, 10)),
        history.scaled(10, 15, SHORT_UP_LONG_DOWN, NOW).scaleUps());
  }

  @Test
  void anOutdatedChangeCountsAsLongAsItsTimeDoes() {
    History history =
        new History(List.of(), List.of(new History.ScaleEvent(4, ago(30), true)), List.of());
    assertEquals(4, history.changeSince(ago(60)));
    assertEquals(0, history.changeSince(ago(30)));
  }

  @Test
  void whatIsNoIncreaseCountsAsRemoval() {
    History removed = History.EMPTY.scaled(9, 4, SHORT_UP_LONG_DOWN, NOW);
    assertEquals(List.of(new History.ScaleEvent(5, NOW, false)), removed.scaleDowns());
    assertEquals(-5, removed.changeSince(ago(1)));
    assertEquals(
        List.of(new History.ScaleEvent(0, NOW, false)),
        History.EMPTY.scaled(4, 4, SHORT_UP_LONG_DOWN, NOW).scaleDowns());
  }

  @Test
  void theClocksOfFailingMetricsStay() {
    Map<String, Instant> clocks = Map.of("external metric queue", ago(60));
    History failing = History.EMPTY.failing(clocks);
    assertEquals(clocks, failing.failingSince());
    assertSame(failing, failing.failing(Map.copyOf(clocks)));
    assertSame(History.EMPTY, History.EMPTY.failing(Map.of()));
    assertEquals(clocks, failing.seeded(7, NOW).failingSince());
    assertEquals(clocks, failing.recommending(7, NOW, ago(300)).failingSince());
    assertEquals(clocks, failing.scaled(5, 9, SHORT_UP_LONG_DOWN, NOW).failingSince());
    assertEquals(clocks, failing.scaled(9, 5, SHORT_UP_LONG_DOWN, NOW).failingSince());
    History other = recommended(recommendation(3, 5000));
    assertEquals(clocks, failing.withRecommendationsOf(other).failingSince());
    assertEquals(other.recommendations(), failing.withRecommendationsOf(other).recommendations());
    assertEquals(Map.of(), other.withRecommendationsOf(failing).failingSince());
  }

  @Test
  void everyTimeIsMoved() {
    History history =
        new History(
            List.of(recommendation(3, 60)),
            List.of(change(1, 50)),
            List.of(new History.ScaleEvent(2, ago(40), true)),
            Map.of("cpu resource metric", ago(30)));
    assertEquals(
        new History(
            List.of(recommendation(3, 50)),
            List.of(change(1, 40)),
            List.of(new History.ScaleEvent(2, ago(30), true)),
            Map.of("cpu resource metric", ago(20))),
        history.moved(Duration.ofSeconds(10)));
    assertSame(history, history.moved(Duration.ZERO));
  }
}
