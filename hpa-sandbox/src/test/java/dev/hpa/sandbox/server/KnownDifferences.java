package dev.hpa.sandbox.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The known differences from a real server. A line has an aspect, a pattern for the exchange, in
 * which {@code *} matches anything, and the reason.
 */
final class KnownDifferences {

  private final List<Entry> entries;
  private final Set<Entry> used = new HashSet<>();

  private KnownDifferences(List<Entry> entries) {
    this.entries = entries;
  }

  private record Entry(String aspect, Pattern places, String line) {

    static Entry parse(String line) {
      String[] parts = line.split(" \\| ", 3);
      String pattern =
          Arrays.stream(parts[1].strip().split("\\*", -1))
              .map(Pattern::quote)
              .collect(Collectors.joining(".*"));
      return new Entry(parts[0].strip(), Pattern.compile(pattern), line);
    }

    boolean covers(String what, String where) {
      return aspect.equals(what) && places.matcher(where).matches();
    }
  }

  static KnownDifferences read(String file) {
    try (InputStream in =
        Objects.requireNonNull(KnownDifferences.class.getResourceAsStream(file), file)) {
      return new KnownDifferences(
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(Entry::parse)
              .toList());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Whether a difference is expected. */
  boolean covers(String aspect, String place) {
    List<Entry> covering = entries.stream().filter(each -> each.covers(aspect, place)).toList();
    used.addAll(covering);
    return !covering.isEmpty();
  }

  /** The lines without a difference. */
  List<String> unused() {
    return entries.stream()
        .filter(each -> !used.contains(each))
        .map(each -> "no longer differs: " + each.line())
        .toList();
  }
}
