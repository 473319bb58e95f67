package dev.hpa.kube.content;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Names whose hash codes in the symbol table of a JSON parser are equal, whatever its seed is: the
 * hash of eight bytes is that of the first four, mixed, plus 33 times the other four.
 */
public final class SymbolNames {

  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  private SymbolNames() {}

  /** A number of names of eight letters and digits. */
  public static List<String> equalHashes(int count) {
    int sum = mixed(number("seed")) + 33 * number("Name");
    int inverse = inverseOf(33);
    Random random = new Random(1);
    Set<String> names = new LinkedHashSet<>();
    while (names.size() < count) {
      StringBuilder first = new StringBuilder();
      for (int i = 0; i < 4; i++) {
        first.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      byte[] rest =
          ByteBuffer.allocate(4).putInt((sum - mixed(number(first.toString()))) * inverse).array();
      String last = new String(rest, StandardCharsets.ISO_8859_1);
      if (last.chars().allMatch(each -> LETTERS.indexOf(each) >= 0)) {
        names.add(first + last);
      }
    }
    return List.copyOf(names);
  }

  private static int number(String four) {
    return ByteBuffer.wrap(four.getBytes(StandardCharsets.ISO_8859_1)).getInt();
  }

  private static int mixed(int number) {
    int hash = number + (number >>> 15);
    return hash ^ (hash >>> 9);
  }

  /** The odd number with which another one gives 1, without its overflow. */
  private static int inverseOf(int odd) {
    int inverse = 1;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }
}
