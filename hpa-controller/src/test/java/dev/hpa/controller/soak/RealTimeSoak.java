package dev.hpa.controller.soak;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand autoscalers and random faults in real time: 30 minutes, or {@code -Dsoak.minutes=N}.
 */
class RealTimeSoak {

  @Test
  void eachIsDecidedAndNothingGrows(@TempDir Path folder) throws Exception {
    Duration length = Duration.ofMinutes(Integer.getInteger("soak.minutes", 30));
    System.out.print(new Soak(length, folder).run());
  }
}
