package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class FailureLogTest {

  private static final NamespacedName WEB = new NamespacedName("shop", "web");

  private final Logger log = Logger.getLogger(FailureLog.class.getName());
  private final List<String> lines = new ArrayList<>();
  private final Handler handler = new Lines();
  private Instant now = Instant.EPOCH;
  private final FailureLog failing = new FailureLog(() -> now, () -> 2_000);

  private final class Lines extends Handler {
    private final SimpleFormatter formatter = new SimpleFormatter();

    @Override
    public void publish(LogRecord each) {
      lines.add(each.getLevel() + " " + formatter.formatMessage(each));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    log.setLevel(Level.INFO);
    log.addHandler(handler);
  }

  @AfterEach
  void leave() {
    log.removeHandler(handler);
    log.setLevel(null);
  }

  private void fails(NamespacedName key, String... causes) {
    failing.ended(key, Stream.of(causes).map(each -> new FailureCause(each, each)).toList());
  }

  private void succeeds(NamespacedName key) {
    failing.ended(key, List.of());
  }

  private static NamespacedName web(int number) {
    return new NamespacedName("shop", "web" + number);
  }

  @Test
  void aFailureIsLoggedWhenItBeginsAndEnds() {
    succeeds(WEB);
    fails(WEB, "no metrics");
    fails(WEB, "no metrics");
    now = now.plusSeconds(45);
    succeeds(WEB);
    succeeds(WEB);
    assertEquals(
        List.of("WARNING shop/web: no metrics", "INFO shop/web: recovered after 45s"), lines);
  }

  @Test
  void anotherCauseIsLoggedWhenItBegins() {
    fails(WEB, "no metrics");
    fails(WEB, "forbidden");
    fails(WEB, "forbidden");
    assertEquals(List.of("WARNING shop/web: no metrics", "WARNING shop/web: forbidden"), lines);
  }

  @Test
  void allCausesOfOneReconcileAreLogged() {
    fails(WEB, "no metrics", "forbidden");
    assertEquals(List.of("WARNING shop/web: no metrics", "WARNING shop/web: forbidden"), lines);
  }

  @Test
  void alternatingCausesAreLoggedAtMostOncePerMinute() {
    for (int i = 0; i < 60; i++) {
      fails(WEB, i % 2 == 0 ? "no metrics" : "forbidden");
      now = now.plusSeconds(15);
    }
    assertTrue(lines.size() <= 2 + 14, lines.toString());
  }

  @Test
  void aCauseThatComesAndGoesIsLoggedOncePerMinute() {
    for (int i = 0; i < 60; i++) {
      fails(WEB, "no metrics");
      now = now.plusSeconds(1);
      succeeds(WEB);
      now = now.plusSeconds(1);
    }
    assertEquals(
        List.of(
            "WARNING shop/web: no metrics",
            "INFO shop/web: recovered after 1s",
            "WARNING shop/web: no metrics",
            "INFO shop/web: recovered after 1s"),
        lines);
  }

  /** The line names the first; a recovery of the last alone would be of another autoscaler. */
  @Test
  void theEndOfACommonFailureHasTheNumberOfAutoscalers() {
    fails(web(1), "no metrics");
    fails(web(2), "no metrics");
    succeeds(web(1));
    now = now.plusSeconds(16);
    succeeds(web(2));
    assertEquals(
        List.of("WARNING shop/web1: no metrics", "INFO 2 HPAs: recovered after 16s: no metrics"),
        lines);
  }

  /** As while the circuit of a provider that does not respond opens and closes. */
  @Test
  void aChangeOfACommonCauseIsNoRecovery() {
    for (String cause : List.of("no answer", "not called", "no answer", "not called")) {
      fails(web(1), cause);
      fails(web(2), cause);
      now = now.plusSeconds(90);
    }
    assertTrue(lines.stream().noneMatch(line -> line.contains("recovered")), lines.toString());
    lines.clear();
    succeeds(web(1));
    succeeds(web(2));
    assertEquals(List.of("INFO 2 HPAs: recovered after 1m30s: not called"), lines);
  }

  @Test
  void theEndOfACommonFailureCountsOnlyThoseThatRecover() {
    for (int i = 1; i <= 4; i++) {
      fails(web(i), "no metrics");
    }
    fails(web(1), "forbidden");
    failing.forget(web(2));
    lines.clear();
    succeeds(web(3));
    succeeds(web(4));
    assertEquals(List.of("INFO 2 HPAs: recovered after 0s: no metrics"), lines);
  }

  @Test
  void aCommonFailureIsLoggedWithTheNumberOfAutoscalers() {
    for (int i = 1; i <= 1200; i++) {
      fails(web(i), "no metrics");
    }
    now = now.plusSeconds(60);
    fails(web(1), "no metrics");
    for (int i = 1; i <= 1200; i++) {
      succeeds(web(i));
    }
    assertEquals(
        List.of(
            "WARNING shop/web1: no metrics",
            "WARNING shop/web10: no metrics; failing for this cause: 10 of 2000 HPAs",
            "WARNING shop/web100: no metrics; failing for this cause: 100 of 2000 HPAs",
            "WARNING shop/web1000: no metrics; failing for this cause: 1000 of 2000 HPAs",
            "WARNING shop/web1: no metrics; failing for this cause: 1200 of 2000 HPAs",
            "INFO 1200 HPAs: recovered after 1m0s: no metrics"),
        lines);
  }

  @Test
  void autoscalersThatFailForGoodHideNoOtherCause() {
    for (int i = 1; i <= 100; i++) {
      fails(web(i), "no such target");
    }
    now = now.plusSeconds(3600);
    fails(WEB, "no metrics");
    assertEquals("WARNING shop/web: no metrics", lines.getLast());
  }

  @Test
  void anAutoscalerThatJoinsAnOldCauseIsNamed() {
    fails(web(1), "no such target");
    now = now.plusSeconds(3600);
    fails(web(2), "no such target");
    assertEquals(
        "WARNING shop/web2: no such target; failing for this cause: 2 of 2000 HPAs",
        lines.getLast());
  }

  @Test
  void manyCausesAreLoggedOneAfterTheOther() {
    for (int minute = 0; minute < 3; minute++) {
      for (int i = 1; i <= 50; i++) {
        fails(web(i), "cause " + i);
      }
      now = now.plusSeconds(60);
    }
    for (int i = 1; i <= 50; i++) {
      assertTrue(lines.contains("WARNING shop/web" + i + ": cause " + i), "cause " + i);
    }
    assertEquals(50 + 2, lines.size(), lines.toString());
  }

  @Test
  void aDeletedAutoscalerDoesNotRecover() {
    fails(WEB, "no metrics");
    failing.forget(WEB);
    assertEquals(List.of("WARNING shop/web: no metrics"), lines);
  }

  @Test
  void causesOfOneAutoscalerAreRememberedToALimit() {
    for (int i = 0; i < 1_000; i++) {
      fails(WEB, "cause " + i);
    }
    assertEquals(20, lines.stream().filter(line -> line.startsWith("WARNING")).count());
  }
}
