package dev.hpa.benchmarks;

import dev.hpa.api.Quantity;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Parses a quantity and converts it to milli-units, as for every sample of every pod; the class of
 * hpa-api and that of client-java. The floor parses only the digits. Nanoseconds per quantity.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class QuantityKernel {

  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  /** As metrics servers and manifests write them. */
  @Param({"250m", "128Mi", "12345678n", "2"})
  public String text = "2";

  private int digits;

  @Setup
  public void countDigits() {
    digits = (int) text.chars().takeWhile(Character::isDigit).count();
  }

  @Benchmark
  public long hpaApi() {
    return Quantity.parse(text).milliValue();
  }

  @Benchmark
  public long clientJava() {
    return io.kubernetes.client.custom.Quantity.fromString(text)
        .getNumber()
        .multiply(THOUSAND)
        .longValue();
  }

  @Benchmark
  public long floor() {
    return Long.parseLong(text, 0, digits, 10);
  }
}
