package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.versions.HpaVersion;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings from tenants take time and stack space bounded by their length. */
@Tag("security")
class CostBoundsTest {

  private static final int MANY = 1_000_000;

  @Test
  void quantityLengthIsLimited() {
    assertEquals(
        0, Quantity.parse("1".repeat(512)).number().compareTo(new BigDecimal("1".repeat(512))));
    for (String text : List.of("1".repeat(513), "0".repeat(MANY), "1".repeat(MANY) + "m")) {
      QuantityFormatException rejected =
          assertThrows(QuantityFormatException.class, () -> Quantity.parse(text));
      assertEquals(
          "quantity \"%s\"…: %d characters are too many; use at most 512"
              .formatted(text.substring(0, 32), text.length()),
          rejected.getMessage());
      assertThrows(QuantityFormatException.class, () -> Quantity.parseMilli(text));
    }
  }

  @Test
  void sumsOfDistantExponentsUseBoundedMemory() {
    Quantity huge = Quantity.parse("1e2000000000");
    Quantity one = Quantity.parse("1");
    Quantity memory = Quantity.parse("1Gi");

    assertEquals(huge, huge.plus(one));
    assertEquals(huge, one.plus(huge));
    assertEquals(huge, huge.minus(one));
    assertEquals(-1, one.minus(huge).signum());
    assertFalse(memory.plus(huge).toString().isEmpty());
    assertEquals(Long.MAX_VALUE, huge.plus(one).value());
    assertEquals(0, huge.plus(one).milliValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.", "a-", "-", ".", "a", "A", "é", "a/", "\uD83D\uDE00"})
  void longNamesAreValidated(String part) {
    String name = part.repeat(MANY);

    assertFalse(NameValidation.subdomain(name).isEmpty());
    assertFalse(NameValidation.label(name).isEmpty());
    assertFalse(NameValidation.labelValue(name).isEmpty());
    assertFalse(NameValidation.qualifiedName(name).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"9h", "1", "0", ".", "h", "-", "1.1"})
  void longDurationsAreRejected(String part) {
    assertThrows(IllegalArgumentException.class, () -> GoDuration.parse(part.repeat(MANY)));
  }

  @Test
  void longFractionsOfADurationAreTruncated() {
    assertEquals(Duration.ofNanos(1), GoDuration.parse("1." + "4".repeat(MANY) + "ns"));
    assertEquals(Duration.ofSeconds(1), GoDuration.parse("0".repeat(MANY) + "1s"));
  }

  @Test
  void selectorLengthIsLimited() {
    String longest = "key in (" + ("v".repeat(63) + ",").repeat(1_022) + "w".repeat(63);
    longest += "," + "x".repeat(Selector.MAX_LENGTH - longest.length() - 2) + ")";
    assertEquals(Selector.MAX_LENGTH, longest.length());
    assertEquals(1, Selector.parse(longest).requirements().size());

    IllegalArgumentException rejected =
        assertThrows(
            IllegalArgumentException.class,
            () -> Selector.parse("a".repeat(Selector.MAX_LENGTH + 1)));
    assertEquals(
        "label selector: 65537 characters are too many; use at most 65536", rejected.getMessage());
  }

  @Test
  void theNumberOfRequirementsOfASelectorIsLimited() {
    String most = "!a" + ",!a".repeat(255);
    assertEquals(256, Selector.parse(most).requirements().size());
    IllegalArgumentException rejected =
        assertThrows(IllegalArgumentException.class, () -> Selector.parse(most + ",b"));
    assertEquals(
        "label selector: 257 requirements are too many; use at most 256", rejected.getMessage());
  }

  @Test
  void anyValueOfALongListIsFound() {
    String values = IntStream.range(0, 500).mapToObj(i -> "v" + i).collect(Collectors.joining(","));
    Selector selector = Selector.parse("key in (" + values + "),other notin (" + values + ")");

    for (int i = 0; i < 500; i++) {
      assertTrue(selector.matches(Map.of("key", "v" + i, "other", "w" + i)));
      assertFalse(selector.matches(Map.of("key", "v" + i, "other", "v" + i)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "1", "-", "1e9", "\"\\u0000\","})
  void deepBodiesAndLongNumbersAreRejected(String part) {
    String body = "{\"spec\":" + part.repeat(MANY);

    assertThrows(JsonFormatException.class, () -> Json.tree(body));
    assertThrows(
        JsonFormatException.class,
        () -> HpaVersion.of("autoscaling/v2").orElseThrow().decode(body));
  }
}
