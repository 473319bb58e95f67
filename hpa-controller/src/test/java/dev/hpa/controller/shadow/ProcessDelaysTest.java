package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProcessDelaysTest {

  private final ProcessDelays delays = new ProcessDelays(Instant.EPOCH);

  private static Instant at(double seconds) {
    return Instant.EPOCH.plusNanos((long) (seconds * 1e9));
  }

  @Test
  void aProcessWithoutDelaysIsNotDelayed() {
    for (int second = 1; second < 100; second++) {
      delays.pulse(at(second));
      assertFalse(delays.isDelayed(at(second + 0.9)));
    }
  }

  /** As of a process that was stopped from second 1 to 10. */
  @Test
  void whatIsReceivedShortlyAfterADelayIsDelayed() {
    delays.pulse(at(1));
    assertTrue(delays.isDelayed(at(10)));
    delays.pulse(at(10.1));
    assertTrue(delays.isDelayed(at(11.5)));
    delays.pulse(at(11.6));
    delays.pulse(at(12.6));
    assertFalse(delays.isDelayed(at(12.7)));
  }

  /** The thread of the timer may be the first that continues. */
  @Test
  void aDelayIsDetectedByTheNextPulseToo() {
    delays.pulse(at(1));
    delays.pulse(at(10));
    assertTrue(delays.isDelayed(at(10.1)));
  }
}
