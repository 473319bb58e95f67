package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchOutageLogTest {

  private final VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);
  private final LogLines lines = LogLines.of(WatchOutageLog.class);
  private final WatchOutageLog outage = new WatchOutageLog("pods", timeline::now);

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
      outage.failed("connection refused; watching again");
      pass(Duration.ofSeconds(3));
    }
    outage.recovered();
    outage.recovered();
    assertEquals(
        List.of(
            "WARNING pods: connection refused; watching again", "INFO pods: recovered after 1m0s"),
        lines.all());
  }

  @Test
  void aWatchThatBreaksEveryMinuteIsReportedOncePerTenMinutes() {
    for (int minute = 0; minute < 20; minute++) {
      outage.failed("reset");
      pass(Duration.ofSeconds(10));
      outage.recovered();
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
    outage.failed("first");
    outage.recovered();
    for (int minute = 0; minute < 12; minute++) {
      outage.failed("second");
      pass(Duration.ofMinutes(1));
    }
    assertEquals(
        List.of("WARNING pods: first", "INFO pods: recovered after 0s", "WARNING pods: second"),
        lines.all());
  }
}
