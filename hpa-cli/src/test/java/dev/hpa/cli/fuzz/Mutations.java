package dev.hpa.cli.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Damages valid inputs: bits and bytes change, parts are deleted, repeated, or replaced by tokens
 * that often cause errors, and two inputs are joined. The same seed gives the same inputs.
 */
final class Mutations {

  private static final int MAX_EDITS = 6;
  private static final int MAX_CHARS = 64 * 1024;

  private static final List<byte[]> TOKENS =
      List.of(
          bytes("null"),
          bytes("{}"),
          bytes("[]"),
          bytes("[[[[[[[[[[[[[[[["),
          bytes("{\"a\":{\"a\":{\"a\":{\"a\":"),
          bytes("\""),
          bytes("\\u0000"),
          bytes("\\ud800"),
          bytes("\u202e\u001b[2J"),
          bytes("-1"),
          bytes("1e999999999"),
          bytes("0.0000000000000000000000001"),
          bytes("99999999999999999999999999"),
          bytes("2147483648"),
          bytes("10000-01-01T00:00:00Z"),
          bytes("0001-01-01T00:00:00Z"),
          bytes("1Ei"),
          bytes("m"),
          bytes("NaN"),
          bytes("k8s\0"),
          bytes("!!java.net.URL"),
          bytes("&a [*a,*a,*a]"),
          bytes("\r\n"),
          bytes("\t"),
          new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0xc0});

  private final SplittableRandom random;
  private final List<byte[]> corpus;

  /**
   * @param corpus valid inputs; at least one
   */
  Mutations(long seed, List<byte[]> corpus) {
    this.random = new SplittableRandom(seed);
    this.corpus = corpus;
  }

  /** The next damaged input. */
  byte[] next() {
    byte[] input = any();
    int edits = 1 + random.nextInt(MAX_EDITS);
    for (int i = 0; i < edits; i++) {
      input = edited(input);
    }
    return input.length > MAX_CHARS ? Arrays.copyOf(input, MAX_CHARS) : input;
  }

  private byte[] any() {
    return corpus.get(random.nextInt(corpus.size()));
  }

  private byte[] edited(byte[] input) {
    int from = random.nextInt(input.length + 1);
    int to = Math.min(input.length, from + random.nextInt(1 + Math.min(64, input.length)));
    return switch (random.nextInt(6)) {
      case 0 -> flipped(input);
      case 1 -> spliced(input, from, to, new byte[0]);
      case 2 -> spliced(input, from, from, Arrays.copyOfRange(input, from, to));
      case 3 -> spliced(input, from, to, TOKENS.get(random.nextInt(TOKENS.size())));
      case 4 -> Arrays.copyOf(input, from);
      default -> {
        byte[] other = any();
        yield spliced(input, from, input.length, other);
      }
    };
  }

  private byte[] flipped(byte[] input) {
    byte[] result = input.clone();
    if (result.length > 0) {
      int place = random.nextInt(result.length);
      result[place] ^= (byte) (1 << random.nextInt(8));
    }
    return result;
  }

  private static byte[] spliced(byte[] input, int from, int to, byte[] replacement) {
    byte[] result = new byte[from + replacement.length + input.length - to];
    System.arraycopy(input, 0, result, 0, from);
    System.arraycopy(replacement, 0, result, from, replacement.length);
    System.arraycopy(input, to, result, from + replacement.length, input.length - to);
    return result;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
