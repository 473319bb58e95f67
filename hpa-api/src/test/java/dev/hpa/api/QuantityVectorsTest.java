package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(KubernetesVersion.class)
class QuantityVectorsTest {

  private final KubernetesVersion release;

  QuantityVectorsTest(KubernetesVersion release) {
    this.release = release;
  }

  private QuantityRules rules() {
    return release.quantities();
  }

  private void check(Predicate<JsonNode> filter, Vectors.Check check) {
    String folder = rules() == QuantityRules.WRAPPING ? "api" : "v1.38";
    Vectors.checkFile(folder + "/quantity.ndjson", filter, check);
  }

  @Test
  void textsParseAsRecorded() {
    check(line -> is(line, "parse"), line -> checkParsed(line, text(line, "in")));
  }

  @Test
  void jsonTokensParseAsRecorded() {
    check(line -> is(line, "json") && !text(line, "in").equals("null"), this::checkJson);
  }

  @Test
  void constructedValuesPrintAsRecorded() {
    check(
        line -> is(line, "make") && line.has("format"),
        line -> {
          String[] words = text(line, "in").split(" ", -1);
          Quantity quantity =
              Quantity.of(
                  new BigDecimal(new BigInteger(words[0]), -Integer.parseInt(words[2])),
                  format(words[3]));
          checkValue(line, quantity);
        });
  }

  @Test
  void arithmeticIsAsRecorded() {
    check(
        line -> is(line, "add") || is(line, "sub"),
        line -> {
          Quantity a = Quantity.parse(text(line, "a"));
          Quantity b = Quantity.parse(text(line, "b"));
          Quantity out = is(line, "add") ? a.plus(b, rules()) : a.minus(b, rules());
          assertEquals(text(line, "out"), out.toString(rules()));
          assertEquals(format(text(line, "format")), out.format());
        });
  }

  @Test
  void comparisonsAreAsRecorded() {
    check(
        line -> is(line, "cmp") || is(line, "equal"),
        line -> {
          Quantity a = Quantity.parse(text(line, "a"));
          Quantity b = Quantity.parse(text(line, "b"));
          String out =
              is(line, "cmp")
                  ? String.valueOf(Integer.signum(a.compareTo(b)))
                  : String.valueOf(a.equals(b));
          assertEquals(text(line, "out"), out);
          if (a.equals(b)) {
            assertEquals(a.hashCode(), b.hashCode());
          }
        });
  }

  private void checkJson(JsonNode line) {
    String holder = "{\"value\":" + text(line, "in") + "}";
    if (!line.get("ok").asBoolean()) {
      JsonFormatException e =
          assertThrows(
              JsonFormatException.class,
              () -> Json.readBody(holder, MetricStatus.MetricValueStatus.class));
      assertEquals("value: " + text(line, "error"), e.getMessage());
      return;
    }
    Quantity value = Json.readBody(holder, MetricStatus.MetricValueStatus.class).value();
    if (value == null) {
      throw new IllegalStateException("no value");
    }
    checkValue(line, value);
    if (release == KubernetesVersion.DEFAULT) {
      assertEquals(text(line, "json"), Json.text(value));
    }
  }

  private void checkParsed(JsonNode line, String in) {
    if (!line.get("ok").asBoolean()) {
      QuantityFormatException e =
          assertThrows(QuantityFormatException.class, () -> Quantity.parse(in));
      assertEquals(text(line, "error"), e.getMessage());
      return;
    }
    Quantity quantity = Quantity.parse(in);
    checkValue(line, quantity);
    assertEquals(quantity.milliValue(), Quantity.parseMilli(in));
    assertEquals(quantity.milliValue(rules()), MilliAmount.parse(in).milli(rules()));
  }

  private void checkValue(JsonNode line, Quantity quantity) {
    assertEquals(text(line, "printed"), quantity.toString(rules()));
    if (!line.has("canonical")) {
      return;
    }
    assertEquals(text(line, "canonical"), quantity.canonical(rules()));
    assertEquals(format(text(line, "format")), quantity.format());
    assertEquals(0, new BigDecimal(text(line, "exact")).compareTo(quantity.number(rules())));
    assertEquals(line.get("sign").asInt(), quantity.signum());
    if (line.get("valueSafe").asBoolean()) {
      assertEquals(line.get("value").asLong(), quantity.value());
    }
    assertEquals(line.get("milli").asLong(), quantity.milliValue(rules()));
    double approximate =
        text(line, "float64").equals("+Inf")
            ? Double.POSITIVE_INFINITY
            : Double.parseDouble(text(line, "float64"));
    assertEquals(approximate, quantity.approximateDouble(rules()), 0.0);
  }

  private static boolean is(JsonNode line, String op) {
    return text(line, "op").equals(op);
  }

  private static String text(JsonNode line, String field) {
    return line.path(field).asText();
  }

  private static Quantity.Format format(String name) {
    return switch (name) {
      case "BinarySI" -> Quantity.Format.BINARY_SI;
      case "DecimalExponent" -> Quantity.Format.DECIMAL_EXPONENT;
      default -> Quantity.Format.DECIMAL_SI;
    };
  }
}
