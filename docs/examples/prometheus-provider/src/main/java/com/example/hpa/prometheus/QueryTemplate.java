package com.example.hpa.prometheus;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * PromQL with placeholders. A dollar sign before a word is a placeholder: {@code $namespace},
 * {@code $kind}, {@code $name}, {@code $pods}, {@code $series}, {@code $window}. Two dollar signs
 * are an escaped dollar sign; a dollar sign before anything else ({@code "$1"} in {@code
 * label_replace}) is literal.
 */
record QueryTemplate(String text, Set<Placeholder> placeholders) {

  private static final Pattern DOLLAR = Pattern.compile("\\$(\\$|[A-Za-z_]\\w*)");

  /** Placeholders. */
  enum Placeholder {
    /** Namespace of the autoscaler. */
    NAMESPACE,
    /** Kind of the described object. */
    KIND,
    /** Name of the described object. */
    NAME,
    /** Matchers for the labels of the pods of the target. */
    PODS,
    /** Matchers for the metric selector. */
    SERIES,
    /** The window from the settings. */
    WINDOW;

    @Override
    public String toString() {
      return "$" + name().toLowerCase(Locale.ROOT);
    }

    static Placeholder of(String word) {
      return Stream.of(values())
          .filter(placeholder -> placeholder.toString().equals("$" + word))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "unknown placeholder \"$"
                          + word
                          + "\"; use one of "
                          + all()
                          + ", or $$ for $"));
    }

    private static String all() {
      return Stream.of(values()).map(Placeholder::toString).collect(Collectors.joining(", "));
    }
  }

  /**
   * Parses a template.
   *
   * @throws IllegalArgumentException if a placeholder is unknown
   */
  static QueryTemplate parse(String text) {
    Set<Placeholder> placeholders = EnumSet.noneOf(Placeholder.class);
    DOLLAR
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(word -> !word.equals("$"))
        .forEach(word -> placeholders.add(Placeholder.of(word)));
    return new QueryTemplate(text, placeholders);
  }

  boolean has(Placeholder placeholder) {
    return placeholders.contains(placeholder);
  }

  /** Replaces all placeholders. */
  String fill(Map<Placeholder, String> texts) {
    return DOLLAR
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(filled(found.group(1), texts)));
  }

  private static String filled(String word, Map<Placeholder, String> texts) {
    return word.equals("$") ? "$" : Objects.requireNonNull(texts.get(Placeholder.of(word)), word);
  }
}
