package dev.hpa.controller.soak;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand autoscalers and every fault in virtual time: eight hours of the cluster, or {@code
 * -Dsoak.hours=N}; {@code -Dsoak.seed=N} repeats what happens in a soak that failed.
 */
class VirtualTimeSoak {

  @Test
  void noWriteIsWrongAndNothingGrows(@TempDir Path folder) throws Exception {
    Duration length =
        Duration.ofSeconds(
            (long) (3600 * Double.parseDouble(System.getProperty("soak.hours", "8"))));
    System.out.print(
        new Soak(SoakOptions.large(length, Duration.ofMinutes(2)), new VirtualPacer(), folder)
            .run());
  }
}
