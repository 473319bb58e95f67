package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class UnixSecondsTest {

  @Test
  void secondsHaveNanoseconds() {
    assertEquals(
        Optional.of(Duration.ofSeconds(1_700_000_000, 250_000_000)),
        UnixSeconds.since(new BigDecimal("1700000000.25")));
    assertEquals(Optional.of(Duration.ZERO), UnixSeconds.since(new BigDecimal("1e-99999999")));
    assertEquals(Optional.of(Duration.ZERO), UnixSeconds.since(BigDecimal.ZERO));
  }

  /** As a whole number the first one has 100 million digits. */
  @ParameterizedTest
  @ValueSource(strings = {"-1e99999999", "1e99999999", "1700000000000", "9000000001"})
  void whatIsNoTimeIsRefused(String number) {
    assertEquals(Optional.empty(), UnixSeconds.since(new BigDecimal(number)));
  }
}
