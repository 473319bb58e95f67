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
 * PromQL with places to fill in. A dollar sign with a word behind it is a place: {@code
 * $namespace}, {@code $kind}, {@code $name}, {@code $pods}, {@code $series}, {@code $window}. Two
 * dollar signs are one; a dollar sign before anything else ({@code "$1"} in {@code label_replace})
 * is literal.
 */
record QueryTemplate(String text, Set<Place> places) {

  private static final Pattern DOLLAR = Pattern.compile("\\$(\\$|[A-Za-z_]\\w*)");

  /** What can be filled in. */
  enum Place {
    /** Namespace of the autoscaler. */
    NAMESPACE,
    /** Kind of the object a number is asked of. */
    KIND,
    /** Name of that object. */
    NAME,
    /** Matchers for the labels of the pods a number is asked of. */
    PODS,
    /** Matchers for the metric's selector. */
    SERIES,
    /** The window of the settings. */
    WINDOW;

    @Override
    public String toString() {
      return "$" + name().toLowerCase(Locale.ROOT);
    }

    static Place of(String word) {
      return Stream.of(values())
          .filter(place -> place.toString().equals("$" + word))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "$" + word + " stands for nothing; known are " + all() + ", and $$ for $"));
    }

    private static String all() {
      return Stream.of(values()).map(Place::toString).collect(Collectors.joining(", "));
    }
  }

  /**
   * Reads a template.
   *
   * @throws IllegalArgumentException when a place is not known
   */
  static QueryTemplate parse(String text) {
    Set<Place> places = EnumSet.noneOf(Place.class);
    DOLLAR
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(word -> !word.equals("$"))
        .forEach(word -> places.add(Place.of(word)));
    return new QueryTemplate(text, places);
  }

  boolean has(Place place) {
    return places.contains(place);
  }

  /** The PromQL, with a text for every place it has. */
  String fill(Map<Place, String> texts) {
    return DOLLAR
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(filled(found.group(1), texts)));
  }

  private static String filled(String word, Map<Place, String> texts) {
    return word.equals("$") ? "$" : Objects.requireNonNull(texts.get(Place.of(word)), word);
  }
}
