package dev.hpa.core.replicas;

import static dev.hpa.core.Fixtures.autoscaler;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Behavior;
import dev.hpa.api.Behavior.ScalingRules;
import dev.hpa.api.Quantity;
import dev.hpa.core.settings.Settings;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ToleranceTest {

  @Test
  void theIntervalIsClosed() {
    Tolerance tolerance = new Tolerance(0.1, 0.1);
    assertTrue(tolerance.contains(1.0 + 0.1));
    assertTrue(tolerance.contains(1.0 - 0.1));
    assertTrue(tolerance.contains(55 / 50.0));
    assertTrue(tolerance.contains(45 / 50.0));
    assertFalse(tolerance.contains(Math.nextUp(1.0 + 0.1)));
    assertFalse(tolerance.contains(Math.nextDown(1.0 - 0.1)));
  }

  @Test
  void zeroToleranceAcceptsOnlyARatioOfOne() {
    Tolerance none = new Tolerance(0, 0);
    assertTrue(none.contains(1.0));
    assertFalse(none.contains(Math.nextUp(1.0)));
    assertFalse(none.contains(Math.nextDown(1.0)));
  }

  @Test
  void neitherNanNorInfinityIsWithin() {
    Tolerance wide = new Tolerance(5, 5);
    assertFalse(wide.contains(Double.NaN));
    assertFalse(wide.contains(Double.POSITIVE_INFINITY));
    assertTrue(wide.contains(0));
  }

  @Test
  void bothEndsAreInsideWhateverTheTolerance() {
    Random random = new Random(36);
    for (int i = 0; i < 10_000; i++) {
      double down = random.nextDouble();
      double up = random.nextDouble() * 3;
      Tolerance tolerance = new Tolerance(down, up);
      assertTrue(tolerance.contains(1.0 - down) && tolerance.contains(1.0 + up));
      assertFalse(tolerance.contains(Math.nextDown(1.0 - down)));
      assertFalse(tolerance.contains(Math.nextUp(1.0 + up)));
    }
  }

  private static Behavior tolerating(String up, String down) {
    return new Behavior(
        new ScalingRules(0, null, List.of(), Quantity.parse(up)),
        new ScalingRules(0, null, List.of(), Quantity.parse(down)));
  }

  @Test
  void behaviorSetsEachDirection() {
    var spec = autoscaler(1, 10, tolerating("0.5", "50m")).spec();
    assertEquals(new Tolerance(0.05, 0.5), Tolerance.of(spec, Settings.DEFAULTS));
  }

  @Test
  void aDirectionWithoutItsOwnTakesTheGeneralOne() {
    Behavior half =
        new Behavior(null, new ScalingRules(0, null, List.of(), Quantity.parse("0.25")));
    assertEquals(
        new Tolerance(0.25, 0.1), Tolerance.of(autoscaler(1, 10, half).spec(), Settings.DEFAULTS));
    assertEquals(
        new Tolerance(0.1, 0.1), Tolerance.of(autoscaler(1, 10, null).spec(), Settings.DEFAULTS));
  }

  @Test
  void theGateTurnsTheOwnTolerancesOff() {
    Settings off = Settings.DEFAULTS.copy().tolerance(0.2).configurableTolerance(false).build();
    assertEquals(
        new Tolerance(0.2, 0.2),
        Tolerance.of(autoscaler(1, 10, tolerating("0.5", "0.5")).spec(), off));
  }

  /** The number on the page of public reports, for a metric that is the wanted replicas. */
  @Test
  void wantedReplicasAreNotReachedWithinTheTolerance() {
    Tolerance tolerance = new Tolerance(0.1, 0.1);
    long pairs = 0;
    for (int present = 1; present <= 200; present++) {
      for (int wanted = 1; wanted <= 200; wanted++) {
        boolean isKept = tolerance.contains((double) wanted / present);
        pairs += present != wanted && isKept ? 1 : 0;
      }
    }
    assertEquals(3657, pairs);
  }
}
