package dev.hpa.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Formats numbers with at most 6 significant digits. */
public final class Figures {

  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_UP);

  private Figures() {}

  /** A number with at most 6 significant digits, and without an exponent. */
  public static BigDecimal of(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  /** Writes numbers as {@link #of} gives them. */
  public static final class Rounded extends StdScalarSerializer<Double> {

    /** A serializer, as Jackson makes it. */
    public Rounded() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator out, SerializerProvider context)
        throws IOException {
      BigDecimal rounded = of(value);
      if (rounded.scale() == 0) {
        // Trees have decimals without trailing zeros, such as 1E+1.
        out.writeNumber(rounded.toBigInteger());
      } else {
        out.writeNumber(rounded);
      }
    }
  }

  /** Seconds, rounded to 1 ms. */
  static BigDecimal seconds(long nanos) {
    BigDecimal seconds =
        BigDecimal.valueOf(nanos, 9).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  static String text(double value) {
    return of(value).toPlainString();
  }

  /** Empty for what is unknown. */
  static String text(@Nullable Double value) {
    return value == null ? "" : text(value.doubleValue());
  }
}
