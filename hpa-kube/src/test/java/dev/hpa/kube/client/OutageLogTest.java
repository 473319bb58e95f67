package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageLogTest {

  private final VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
  private final LogLines lines = LogLines.of(Reflector.class);
  private final OutageLog outage =
      new OutageLog(LoggerFactory.getLogger(Reflector.class), "pods", timeline::now, true);

  @AfterEach
  void stop() {
    lines.close();
  }

  private void pass(Duration time) {
    timeline.advance(time);
  }

  @Test
  void anOutageIsAWarningAndARecovery() {
    for (int attempt = 0; attempt < 20; attempt++) {
      outage.met("connection refused; watching again");
      pass(Duration.ofSeconds(3));
    }
    outage.over();
    outage.over();
    assertEquals(
        List.of(
            "WARNING pods: connection refused; watching again", "INFO pods: recovered after 1m0s"),
        lines.all());
  }

  @Test
  void aWatchThatBreaksEveryMinuteIsReportedOncePerTenMinutes() {
    for (int minute = 0; minute < 20; minute++) {
      outage.met("reset");
      pass(Duration.ofSeconds(10));
      outage.over();
      pass(Duration.ofSeconds(50));
    }
    assertEquals(
        List.of(
            "WARNING pods: reset",
            "INFO pods: recovered after 10s",
            "WARNING pods: reset",
            "INFO pods: recovered after 10s"),
        lines.all());
  }

  @Test
  void anOutageThatLastsIsReportedHoweverSoonItFollowsAnother() {
    outage.met("first");
    outage.over();
    for (int minute = 0; minute < 12; minute++) {
      outage.met("second");
      pass(Duration.ofMinutes(1));
    }
    assertEquals(
        List.of("WARNING pods: first", "INFO pods: recovered after 0s", "WARNING pods: second"),
        lines.all());
  }
}
