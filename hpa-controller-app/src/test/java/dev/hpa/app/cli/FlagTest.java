package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlagTest {

  private final Flag<Duration> period =
      Flag.of("period", "DURATION", FlagTypes.DURATION, "15s", "A time (${DEFAULT-VALUE}).");
  private final Flag<List<String>> names =
      Flag.of("names", "NAME,...", FlagTypes.CSV, "*", "Names.");

  @Test
  void theDefaultAppliesUntilAValueIsSet() {
    assertEquals(Duration.ofSeconds(15), period.get());
    assertFalse(period.isGiven());
    period.set("1m");
    period.set("2m");
    assertEquals(Duration.ofMinutes(2), period.get());
    assertTrue(period.isGiven());
    period.reset();
    assertEquals(Duration.ofSeconds(15), period.get());
  }

  @Test
  void listsReplaceTheDefaultAndAreConcatenated() {
    assertEquals(List.of("*"), names.get());
    names.set("a,\"b,c\"");
    names.set("d");
    assertEquals(List.of("a", "b,c", "d"), names.get());
  }

  @Test
  void anInvalidValueChangesNothing() {
    period.set("1m");
    assertThrows(FlagValueException.class, () -> period.set("soon"));
    assertEquals(Duration.ofMinutes(1), period.get());
  }

  @Test
  void aFlagWithoutDefaultHasNoValue() {
    Flag<Duration> delay = Flag.optional("delay", "DURATION", FlagTypes.DURATION, "A delay.");
    assertNull(delay.orNull());
    assertThrows(NullPointerException.class, delay::get);
    assertEquals(List.of(), Flag.optional("routes", "ROUTE", FlagTypes.TEXTS, "Routes.").get());
  }

  @Test
  void helpContainsTheDefault() {
    assertEquals("A time (15s).", period.help());
  }
}
