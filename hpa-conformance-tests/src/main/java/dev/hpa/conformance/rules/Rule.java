package dev.hpa.conformance.rules;

import org.jspecify.annotations.Nullable;

/**
 * A rule.
 *
 * @param id area and number, like {@code BOUNDS-3}; the anchor of the rule in {@code
 *     docs/conformance/rules.md}, in lower case
 * @param intent one sentence
 * @param source where it comes from
 * @param untested why no case tries it; null for a rule that cases try
 */
public record Rule(
    String id, Level level, String intent, String source, @Nullable String untested) {

  /** The part of the id before the number. */
  public String area() {
    return id.substring(0, id.lastIndexOf('-'));
  }

  /** The part of the id behind the area. */
  public int number() {
    return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
  }

  @Override
  public String toString() {
    return id;
  }
}
