package dev.hpa.metrics.prometheus.template;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The verbs {@code %s %v %q %d %t %x %f %g %e} of Go's Printf, with flags, width and precision. */
final class GoFormat {

  private static final Pattern VERB = Pattern.compile("%([-+ 0#]*)(\\d*)(?:\\.(\\d*))?(.?)");

  private GoFormat() {}

  /**
   * @param arguments the format and its operands
   */
  static String format(List<@Nullable Object> arguments) {
    if (arguments.isEmpty() || !(arguments.getFirst() instanceof String format)) {
      throw new TemplateException("wrong type for value; expected string in printf");
    }
    StringBuilder out = new StringBuilder();
    Matcher verb = VERB.matcher(format);
    int end = 0;
    int next = 1;
    while (verb.find()) {
      out.append(format, end, verb.start());
      end = verb.end();
      if (verb.group(4).equals("%")) {
        out.append('%');
      } else if (verb.group(4).isEmpty()) {
        out.append("%!(NOVERB)");
      } else if (next >= arguments.size()) {
        out.append("%!").append(verb.group(4)).append("(MISSING)");
      } else {
        out.append(padded(verb, operand(verb, arguments.get(next++))));
      }
    }
    out.append(format.substring(end));
    if (next < arguments.size()) {
      throw new TemplateException("printf has more arguments than verbs");
    }
    return out.toString();
  }

  private static String operand(Matcher verb, @Nullable Object value) {
    String precision = verb.group(3);
    return switch (verb.group(4)) {
      case "v", "s" -> cut(Functions.text(value), precision);
      case "q" -> {
        if (!(value instanceof String text)) {
          throw unsupported(verb);
        }
        yield Functions.quote(cut(text, precision));
      }
      case "d" -> {
        if (!(value instanceof Long number)) {
          yield mismatch(verb, value);
        }
        yield (verb.group(1).contains("+") && number >= 0 ? "+" : "") + number;
      }
      case "t" -> {
        if (!(value instanceof Boolean)) {
          yield mismatch(verb, value);
        }
        yield value.toString();
      }
      case "x" -> {
        if (value instanceof String text) {
          yield HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        }
        if (!(value instanceof Long number)) {
          throw unsupported(verb);
        }
        yield (number < 0 ? "-" : "") + Long.toHexString(Math.abs(number));
      }
      case "f", "e" -> {
        if (!(value instanceof Double number)) {
          throw unsupported(verb);
        }
        String digits = precision == null || precision.isEmpty() ? "6" : precision;
        yield String.format(Locale.ROOT, "%." + digits + verb.group(4), number);
      }
      case "g" -> {
        if (!(value instanceof Double number)) {
          throw unsupported(verb);
        }
        yield shortest(number);
      }
      default -> throw unsupported(verb);
    };
  }

  /** What Go prints for an operand of another type. */
  private static String mismatch(Matcher verb, @Nullable Object value) {
    String type =
        switch (value) {
          case String _ -> "string";
          case Long _ -> "int";
          case Boolean _ -> "bool";
          case null, default -> throw unsupported(verb);
        };
    return "%!" + verb.group(4) + "(" + type + "=" + Functions.text(value) + ")";
  }

  private static TemplateException unsupported(Matcher verb) {
    return new TemplateException("printf: \"" + verb.group() + "\" is not supported for its value");
  }

  private static String cut(String text, @Nullable String precision) {
    if (precision == null) {
      return text;
    }
    int length = precision.isEmpty() ? 0 : Integer.parseInt(precision);
    return text.codePointCount(0, text.length()) <= length
        ? text
        : text.substring(0, text.offsetByCodePoints(0, length));
  }

  private static String padded(Matcher verb, String text) {
    int width = verb.group(2).isEmpty() ? 0 : Integer.parseInt(verb.group(2));
    int missing = width - text.codePointCount(0, text.length());
    if (missing <= 0) {
      return text;
    }
    if (verb.group(1).contains("-")) {
      return text + " ".repeat(missing);
    }
    boolean isZeros = verb.group(1).contains("0") && !"sqvt".contains(verb.group(4));
    String sign =
        isZeros && (text.startsWith("-") || text.startsWith("+")) ? text.substring(0, 1) : "";
    return sign + (isZeros ? "0" : " ").repeat(missing) + text.substring(sign.length());
  }

  /** The shortest form, as {@code %v} prints a float. */
  static String shortest(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "+Inf" : "-Inf";
    }
    if (number == 0) {
      return "0";
    }
    BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    int exponent = exact.precision() - exact.scale() - 1;
    if (exponent >= -4 && exponent < 21) {
      return exact.toPlainString();
    }
    String digits = exact.unscaledValue().abs().toString();
    return (number < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + "e"
        + (exponent < 0 ? "-" : "+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }
}
