package dev.hpa.conformance.transcript;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A pattern in which {@code *} matches any text. */
record Glob(String text) {

  boolean matches(String other) {
    return Pattern.compile(
            Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
            Pattern.DOTALL)
        .matcher(other)
        .matches();
  }

  @Override
  public String toString() {
    return text;
  }
}
