package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.NamespacedName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailureLogTest {

  private static final NamespacedName WEB = new NamespacedName("shop", "web");

  private final Logger log = Logger.getLogger(FailureLog.class.getName());
  private final List<String> lines = new ArrayList<>();
  private final Handler handler = new Lines();
  private Instant now = Instant.EPOCH;
  private final FailureLog failing = new FailureLog(() -> now);

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

  @Test
  void aFailureIsLoggedWhenItBeginsAndEnds() {
    failing.succeeded(WEB);
    failing.failed(WEB, "no metrics");
    failing.failed(WEB, "no metrics");
    now = now.plusSeconds(45);
    failing.succeeded(WEB);
    failing.succeeded(WEB);
    assertEquals(
        List.of("WARNING shop/web: no metrics", "INFO shop/web: recovered after 45s"), lines);
  }

  @Test
  void anotherCauseIsLoggedWhenItBegins() {
    failing.failed(WEB, "no metrics");
    failing.failed(WEB, "forbidden");
    failing.failed(WEB, "forbidden");
    assertEquals(List.of("WARNING shop/web: no metrics", "WARNING shop/web: forbidden"), lines);
  }

  @Test
  void alternatingCausesAreLoggedAtMostOncePerMinute() {
    for (int i = 0; i < 60; i++) {
      failing.failed(WEB, i % 2 == 0 ? "no metrics" : "forbidden");
      now = now.plusSeconds(15);
    }
    assertEquals(13, lines.size(), lines.toString());
  }

  @Test
  void aCommonFailureIsLoggedForSomeAutoscalersOnly() {
    for (int i = 1; i <= 1000; i++) {
      failing.failed(new NamespacedName("shop", "web" + i), "no metrics");
    }
    assertEquals(6, lines.size());
    assertEquals(
        "WARNING more autoscalers: fail, too; first of them shop/web6: no metrics",
        lines.getLast());
    for (int i = 1000; i >= 1; i--) {
      failing.succeeded(new NamespacedName("shop", "web" + i));
    }
    assertEquals(12, lines.size());
  }
}
