package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@NullMarked
@Tag("security")
class LogLimiterTest {

  private final VirtualTimeline time = new VirtualTimeline(Instant.EPOCH);
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = Logger.getLogger(LogLimiter.class.getName());
  private final Handler capture =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  LogLimiterTest() {
    // Other tests may have disabled the log.
    logger.setLevel(Level.ALL);
    logger.addHandler(capture);
  }

  @AfterEach
  void release() {
    logger.removeHandler(capture);
    logger.setLevel(null);
  }

  @Test
  void onePerCauseAndMinuteIsLogged() {
    LogLimiter log = new LogLimiter(time::now);
    for (int i = 0; i < 2000; i++) {
      log.warn("refused", "caller " + i);
    }
    log.warn("late", "caller");
    time.advance(Duration.ofMinutes(1));
    log.warn("refused", "x".repeat(5000));
    assertEquals(3, lines.size(), lines::toString);
    assertEquals("refused: caller 0", lines.get(0));
    assertEquals("late: caller", lines.get(1));
    assertTrue(lines.get(2).endsWith("... (1999 more since the last such line)"), lines.get(2));
    assertTrue(lines.get(2).length() < 600);
  }
}
