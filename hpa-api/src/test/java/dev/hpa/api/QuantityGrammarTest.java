package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tenants write quantities into specs, annotations and pods: any text is a quantity on which every
 * operation works, or is refused with {@link QuantityFormatException}.
 */
@Tag("security")
class QuantityGrammarTest {

  private static final List<String> SUFFIXES =
      List.of("", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

  /** Exponents around the bounds of 32 and 64 bits, where negations and sums overflow. */
  private static final List<String> EXPONENTS =
      List.of(
          "0",
          "3",
          "18",
          "19",
          "64",
          "308",
          "400",
          "1024",
          "1000000",
          "2147483629",
          "2147483630",
          "2147483646",
          "2147483647",
          "2147483648",
          "2147483649",
          "4294967295",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808");

  private final Random random = new Random(47);

  private String digits(int most) {
    StringBuilder digits = new StringBuilder();
    int length = random.nextInt(most);
    boolean isRound = random.nextInt(3) == 0;
    for (int i = 0; i < length; i++) {
      digits.append(isRound && i > 0 ? '0' : (char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String text() {
    String fraction = random.nextInt(3) == 0 ? "." + digits(14) : "";
    String suffix =
        random.nextBoolean()
            ? one(SUFFIXES)
            : one(List.of("e", "E")) + one(List.of("", "-", "+")) + one(EXPONENTS);
    String text = one(List.of("", "", "-", "+")) + digits(random.nextInt(8) == 0 ? 40 : 20);
    text = text + fraction + suffix;
    return random.nextInt(10) > 0 || text.isEmpty()
        ? text
        : new StringBuilder(text)
            .insert(random.nextInt(text.length()), one(List.of(" ", "e", ".", "-", "x", "٣")))
            .toString();
  }

  @Test
  void everyTextIsAQuantityOrRefused() {
    Quantity other = Quantity.parse("9e2147483648");
    for (int i = 0; i < 300_000; i++) {
      String text = text();
      try {
        Quantity quantity = Quantity.parse(text);
        use(quantity, other);
        Quantity.parseMilli(text);
        other = random.nextInt(3) == 0 ? quantity : other;
      } catch (QuantityFormatException refused) {
        // The other permitted outcome.
      } catch (RuntimeException failure) {
        fail("\"" + text + "\" and \"" + other + "\"", failure);
      }
    }
  }

  private static void use(Quantity quantity, Quantity other) {
    use(quantity);
    for (QuantityRules rules : QuantityRules.values()) {
      quantity.canonical(rules);
      use(quantity.plus(other, rules));
      use(quantity.minus(other, rules));
    }
    assertEquals(
        -Integer.signum(quantity.compareTo(other)), Integer.signum(other.compareTo(quantity)));
    if (quantity.equals(other)) {
      assertEquals(quantity.hashCode(), other.hashCode());
    }
  }

  private static void use(Quantity quantity) {
    quantity.value();
    for (QuantityRules rules : QuantityRules.values()) {
      quantity.milliValue(rules);
      quantity.approximateDouble(rules);
    }
    assertEquals(quantity, quantity);
    assertEquals(quantity.hashCode(), quantity.hashCode());
    assertEquals(quantity.toString(), quantity.toString());
  }

  @Test
  void anExponentAtTheBoundOf32BitsSaturates() {
    Quantity huge = Quantity.parse("9e2147483647");
    assertEquals(Long.MAX_VALUE, huge.value());
    assertEquals(0, huge.milliValue());
    assertEquals(Double.POSITIVE_INFINITY, huge.approximateDouble());
    assertEquals(Long.MIN_VALUE, Quantity.parse("-9e2147483647").value());
    assertEquals(1, Quantity.parse("9e2147483648").value(), "as the low 32 bits are negative");
  }
}
