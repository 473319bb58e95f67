package dev.hpa.controller.soak;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small soak in virtual time, for every build. */
@Tag("security")
class SoakTest {

  private static final SoakOptions SMALL =
      new SoakOptions(
          50,
          5,
          Duration.ofMinutes(11),
          Duration.ofSeconds(30),
          List.of(
              FaultKind.METRICS_ARE_AWAY,
              FaultKind.WATCHES_ARE_REFUSED,
              FaultKind.LEASES_ARE_REFUSED,
              FaultKind.ANSWERS_BREAK_OFF,
              FaultKind.SCALES_CONFLICT,
              FaultKind.LEADER_IS_REPLACED),
          20_261_122L);

  @Test
  void noWriteIsWrongAndAllRecovers(@TempDir Path folder) throws Exception {
    String report = new Soak(SMALL, new VirtualPacer(), folder).run();
    System.out.print(report);
    assertTrue(report.contains("wrong 0"), report);
    SMALL.faults().forEach(each -> assertTrue(report.contains(each + "="), report));
  }
}
