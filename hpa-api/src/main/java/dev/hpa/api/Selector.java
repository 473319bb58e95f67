package dev.hpa.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * An evaluable label selector: requirements that must all hold. Immutable; selectors are equal if
 * their normalized forms are.
 *
 * <p>{@link #nothing()} and {@link #everything()} have the same string form, as in the Kubernetes
 * API: the empty string.
 */
public final class Selector implements Comparable<Selector> {

  /** Maximum length in characters: each sync that waits for metrics keeps one. */
  public static final int MAX_LENGTH = 65_536;

  /**
   * Maximum number of requirements, because each may be compared with each of thousands of pods.
   */
  public static final int MAX_REQUIREMENTS = 256;

  /**
   * Maximum number of values of all requirements together, because each takes many times the memory
   * of its text, and autoscalers keep their selectors.
   */
  public static final int MAX_VALUES = 1_024;

  private static final Selector EVERYTHING = new Selector(List.of(), true);
  private static final Selector NOTHING = new Selector(List.of(), false);

  private final List<Requirement> requirements;
  private final boolean selectable;

  /** Computed when asked for; several threads may compute the same value. */
  private @Nullable String text;

  private int hash;

  private Selector(List<Requirement> requirements, boolean selectable) {
    this.requirements = requirements;
    this.selectable = selectable;
  }

  /** Operators of requirements. */
  public enum Operator {
    /** {@code key}. */
    EXISTS("exists"),
    /** {@code !key}. */
    DOES_NOT_EXIST("!"),
    /** {@code key=value}. */
    EQUALS("="),
    /** {@code key==value}; equivalent to {@code =}, but kept by {@link #toString}. */
    DOUBLE_EQUALS("=="),
    /** {@code key!=value}. */
    NOT_EQUALS("!="),
    /** {@code key in (values)}. */
    IN("in"),
    /** {@code key notin (values)}. */
    NOT_IN("notin"),
    /** {@code key>value}, comparing integers. */
    GREATER_THAN("gt"),
    /** {@code key<value}, comparing integers. */
    LESS_THAN("lt");

    private final String word;

    Operator(String word) {
      this.word = word;
    }

    /** The name of the operator in error messages. */
    String word() {
      return word;
    }
  }

  /**
   * A requirement on a label.
   *
   * @param key label key
   * @param operator operator
   * @param values ascending; none for the existence operators, one for the comparisons
   */
  public record Requirement(String key, Operator operator, List<String> values) {

    public Requirement {
      values = values.size() < 2 ? List.copyOf(values) : values.stream().sorted().toList();
    }

    /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Requirement that
          && operator == that.operator
          && key.equals(that.key)
          && values.equals(that.values);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * key.hashCode() + operator.hashCode()) + values.hashCode();
    }

    /**
     * Whether the labels meet the requirement. An absent label meets only the negative operators.
     */
    public boolean matches(Map<String, String> labels) {
      @Nullable String value = labels.get(key);
      return switch (operator) {
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
        case EQUALS, DOUBLE_EQUALS, IN -> value != null && isListed(value);
        case NOT_EQUALS, NOT_IN -> value == null || !isListed(value);
        case GREATER_THAN -> value != null && compareAsIntegers(value) > 0;
        case LESS_THAN -> value != null && compareAsIntegers(value) < 0;
      };
    }

    /** Binary search, because this runs for every pod. */
    private boolean isListed(String value) {
      return Collections.binarySearch(values, value) >= 0;
    }

    /** Returns the value that the label must have; null if several values meet the requirement. */
    public @Nullable String exactMatch() {
      return switch (operator) {
        case EQUALS, DOUBLE_EQUALS, IN -> values.size() == 1 ? values.getFirst() : null;
        default -> null;
      };
    }

    /** Returns 0 also if the label is not an integer; such a label meets neither comparison. */
    private int compareAsIntegers(String value) {
      try {
        return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
      } catch (NumberFormatException e) {
        return 0;
      }
    }

    @Override
    public String toString() {
      return switch (operator) {
        case EXISTS -> key;
        case DOES_NOT_EXIST -> "!" + key;
        case EQUALS, DOUBLE_EQUALS, NOT_EQUALS -> key + operator.word + values.getFirst();
        case IN, NOT_IN -> key + " " + operator.word + " (" + String.join(",", values) + ")";
        case GREATER_THAN -> key + ">" + values.getFirst();
        case LESS_THAN -> key + "<" + values.getFirst();
      };
    }

    /** More errors would be cut from the message of a condition, and each has 300 characters. */
    private static final int MAX_ERRORS = 128;

    /**
     * Validates the values: integers for {@code >} and {@code <}, and label values for all
     * operators.
     */
    static List<String> valueErrors(String key, Operator operator, List<String> values) {
      List<String> errors = new ArrayList<>();
      boolean integers = operator == Operator.GREATER_THAN || operator == Operator.LESS_THAN;
      for (int i = 0; i < values.size() && errors.size() < MAX_ERRORS; i++) {
        String value = values.get(i);
        if (integers && !isInteger(value)) {
          errors.add(
              "values[%d]: Invalid value: %s: for 'Gt', 'Lt' operators, the value must be an integer"
                  .formatted(i, GoQuote.quote(value)));
        }
        List<String> texts = NameValidation.labelValue(value);
        if (!texts.isEmpty()) {
          errors.add(
              "values[%d][%s]: Invalid value: %s: %s"
                  .formatted(i, key, GoQuote.quote(value), String.join("; ", texts)));
        }
      }
      return errors;
    }

    private static boolean isInteger(String value) {
      try {
        Long.parseLong(value);
        return true;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    /** Joins several errors in brackets without duplicates, as upstream does. */
    static String joined(List<String> errors) {
      List<String> distinct = errors.stream().distinct().toList();
      return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
    }
  }

  /**
   * Parses a selector such as {@code app=web,tier in (front,back),!canary}; the empty string
   * selects everything. Takes linear time except for sorting.
   *
   * @param text at most {@link #MAX_LENGTH} characters, with at most {@link #MAX_REQUIREMENTS}, of
   *     {@link #MAX_VALUES}
   * @throws IllegalArgumentException with the API machinery's message if the text is malformed, or
   *     if it is too long
   */
  public static Selector parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "label selector: %d characters are too many; use at most %d"
              .formatted(text.length(), MAX_LENGTH));
    }
    List<Requirement> requirements = new SelectorParser(text).parse();
    if (requirements.size() > MAX_REQUIREMENTS) {
      throw new IllegalArgumentException(
          "label selector: %d requirements are too many; use at most %d"
              .formatted(requirements.size(), MAX_REQUIREMENTS));
    }
    return of(requirements);
  }

  /** Returns a selector with the requirements. */
  static Selector of(List<Requirement> requirements) {
    return switch (requirements.size()) {
      case 0 -> EVERYTHING;
      case 1 -> new Selector(List.copyOf(requirements), true);
      default ->
          new Selector(
              requirements.stream().sorted(Comparator.comparing(Requirement::key)).toList(), true);
    };
  }

  /** The selector that matches all sets of labels. */
  public static Selector everything() {
    return EVERYTHING;
  }

  /** The selector that matches no set of labels. */
  public static Selector nothing() {
    return NOTHING;
  }

  /** Whether the labels meet all requirements. */
  public boolean matches(Map<String, String> labels) {
    if (!selectable) {
      return false;
    }
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the selector matches all sets of labels. */
  public boolean isEmpty() {
    return selectable && requirements.isEmpty();
  }

  /** The requirements, ascending by key. */
  public List<Requirement> requirements() {
    return requirements;
  }

  /** The normalized string: requirements ascending by key, values ascending, no whitespace. */
  @Override
  public String toString() {
    String known = text;
    if (known == null) {
      StringJoiner joined = new StringJoiner(",");
      for (Requirement each : requirements) {
        joined.add(each.toString());
      }
      known = joined.toString();
      text = known;
    }
    return known;
  }

  /** By the string form; {@link #nothing()} before {@link #everything()}. */
  @Override
  public int compareTo(Selector other) {
    int byText = toString().compareTo(other.toString());
    return byText == 0 ? Boolean.compare(selectable, other.selectable) : byText;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Selector that
            && selectable == that.selectable
            && requirements.equals(that.requirements));
  }

  @Override
  public int hashCode() {
    int known = hash;
    if (known == 0) {
      known = requirements.hashCode() + (selectable ? 1 : 0);
      hash = known;
    }
    return known;
  }
}
