package dev.hpa.cli.manifests;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.convert.ConvertRun;
import dev.hpa.cli.lint.DefaultLintOptions;
import dev.hpa.cli.lint.LintOptions;
import dev.hpa.cli.lint.LintRun;
import dev.hpa.cli.output.OutputFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random damage to valid documents results in output or a one-line error. */
@Tag("security")
class DamagedManifestsTest {

  private static final int CASES = 1_500;
  private static final long SEED = 20_240_501;
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "\n",
          "---\n",
          "&a ",
          "*a",
          "<<: ",
          "!!int ",
          "|",
          ">",
          "\t",
          "#",
          "null",
          "true",
          "1e999999999",
          "1e-400",
          "-0",
          "0x",
          "9223372036854775808",
          "\\ud800",
          "\u0000",
          "\u2028",
          "é",
          "items: ",
          "\"items\":[",
          "kind",
          "1:2",
          ".inf",
          "? ",
          "[[[[[[[[[[[[[[[[[[[[",
          "autoscaling/v1",
          "List",
          "%YAML 9",
          "...\n",
          "2024-01-01");

  private static final LintOptions OPTIONS =
      DefaultLintOptions.of(
          HpaFeatureGates.DEFAULT, "default", Duration.ofSeconds(15), false, Instant.EPOCH);

  private static final OutputFormat[] FORMATS = {
    OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.NDJSON, OutputFormat.SARIF
  };

  private final Random random = new Random(SEED);

  @Test
  void damagedInputIsAnError() throws IOException {
    List<byte[]> good =
        List.of(
            resource("/dev/hpa/cli/convert/full-v2.yaml"),
            resource("/dev/hpa/cli/convert/full-v1.yaml"),
            ndjson("autoscaling/v1"),
            ndjson("autoscaling/v2beta1"),
            ndjson("extensions/v1beta1"));
    InputStream before = System.in;
    try {
      for (int i = 0; i < CASES; i++) {
        byte[] damaged = damaged(good.get(i % good.size()));
        try {
          run(damaged);
        } catch (RuntimeException | StackOverflowError failure) {
          fail("case " + i + ": " + new String(damaged, StandardCharsets.UTF_8), failure);
        }
      }
    } finally {
      System.setIn(before);
    }
  }

  private void run(byte[] input) throws IOException {
    System.setIn(new ByteArrayInputStream(input));
    if (random.nextBoolean()) {
      convert();
    } else {
      lint();
    }
  }

  private void convert() throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    HpaVersion to = any(HpaVersion.values());
    OutputFormat format =
        any(new OutputFormat[] {OutputFormat.YAML, OutputFormat.JSON, OutputFormat.NDJSON});
    ConvertRun.Verdict verdict =
        new ConvertRun(
                new PrintWriter(out),
                new PrintWriter(err),
                to,
                KubernetesVersion.DEFAULT,
                random.nextBoolean(),
                false,
                format)
            .over(List.of("-"));
    assertTrue(verdict != ConvertRun.Verdict.UNUSABLE, "nothing is wrong with the file itself");
    if (verdict == ConvertRun.Verdict.INCOMPLETE) {
      String message = format == OutputFormat.NDJSON ? out.toString() : err.toString();
      assertFalse(message.isBlank());
      assertFalse(message.contains("Exception"), message);
      assertFalse(message.contains(": null"), message);
    }
  }

  private void lint() throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    LintRun run = new LintRun(new PrintWriter(out), new PrintWriter(err), any(FORMATS), OPTIONS);
    LintRun.Verdict verdict = run.check(List.of("-"));
    assertTrue(verdict != LintRun.Verdict.UNUSABLE, "nothing is wrong with the file itself");
    assertFalse(out.toString().contains("Exception"), out.toString());
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private byte[] damaged(byte[] good) throws IOException {
    byte[] bytes = good.clone();
    for (int damage = random.nextInt(4) + 1; damage > 0 && bytes.length > 2; damage--) {
      bytes = damagedOnce(bytes);
    }
    return bytes;
  }

  private byte[] damagedOnce(byte[] bytes) throws IOException {
    int at = random.nextInt(bytes.length);
    int length = random.nextInt(Math.min(30, bytes.length - at));
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    result.write(bytes, 0, at);
    switch (random.nextInt(5)) {
      case 0 -> result.write(random.nextInt(256));
      case 1 ->
          result.write(PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8));
      case 2 -> result.write(bytes, at, length);
      case 3 -> at += length;
      default -> {
        result.write(bytes[at] ^ (1 << random.nextInt(8)));
        at++;
      }
    }
    result.write(bytes, at, bytes.length - at);
    return result.toByteArray();
  }

  private static byte[] ndjson(String version) throws IOException {
    StringWriter out = new StringWriter();
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(resource("/dev/hpa/cli/convert/full-v2.yaml")));
      new ConvertRun(
              new PrintWriter(out),
              new PrintWriter(out),
              HpaVersion.of(version).orElseThrow(),
              KubernetesVersion.DEFAULT,
              false,
              false,
              OutputFormat.NDJSON)
          .over(List.of("-"));
    } finally {
      System.setIn(before);
    }
    return (out.toString() + out).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(DamagedManifestsTest.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    }
  }
}
