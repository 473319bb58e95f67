package dev.hpa.core.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatermarkTest {

  @ParameterizedTest
  @CsvSource({
    "50-50, true",
    "50-49, false",
    "0-1, true",
    "0-0, false",
    "1-9223372036854775, true",
    "1-9223372036854776, false",
  })
  void thresholdsHaveBounds(String text, boolean isValid) {
    assertEquals(isValid, Watermark.parse(text) != null, text);
  }

  @ParameterizedTest
  @CsvSource({
    "40, 80, true",
    "40, 2147483647, true",
    "40, 2147483648, false",
    "500m, 80, false",
  })
  void utilizationIsInIntegers(String low, String high, boolean isUtilization) {
    assertEquals(
        isUtilization,
        new Watermark(Quantity.parse(low), Quantity.parse(high)).isUtilization(),
        low + "-" + high);
  }

  @Test
  void theTextIsThatOfTheAnnotation() {
    assertEquals("100m-400m", String.valueOf(Watermark.parse("100m-400m")));
  }
}
