package com.example.hpa.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MilliUnitsTest {

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "-0,0",
    "1.5,1500",
    "0.0001,1",
    "-0.0001,-1",
    "0.30000000000000004,301",
    "1e-07,1",
    "5e-324,1",
    "9223372036854775.807,9223372036854775807",
  })
  void fractionsAreRoundedAwayFromZero(String value, long milli) {
    assertEquals(OptionalLong.of(milli), MilliUnits.of(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "+Inf", "-Inf", "9223372036854775.808", "1e+300", "-1e+300"})
  void numbersOutOfRangeAreEmpty(String value) {
    assertEquals(OptionalLong.empty(), MilliUnits.of(value));
  }

  @Test
  void otherTextsAreRejected() {
    assertThrows(NumberFormatException.class, () -> MilliUnits.of("many"));
  }
}
