package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A structured label selector. An empty selector matches all objects; a null selector matches none.
 *
 * @param matchLabels labels that must be equal
 * @param matchExpressions expressions that must all hold
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record LabelSelector(
    @Nullable Map<String, String> matchLabels, @Nullable List<Requirement> matchExpressions) {

  /**
   * A label selector requirement.
   *
   * @param key label key
   * @param operator {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}; an open
   *     string
   * @param values required for {@code In} and {@code NotIn}, not allowed for the others
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Requirement(
      @JsonInclude(JsonInclude.Include.ALWAYS) String key,
      @JsonInclude(JsonInclude.Include.ALWAYS) String operator,
      @Nullable List<String> values) {

    @JsonCreator
    static Requirement decode(
        @JsonProperty("key") @Nullable String key,
        @JsonProperty("operator") @Nullable String operator,
        @JsonProperty("values") @Nullable List<String> values) {
      return new Requirement(key == null ? "" : key, operator == null ? "" : operator, values);
    }

    /** The values, or an empty list. */
    public List<String> valuesOrEmpty() {
      return values == null ? List.of() : values;
    }

    private Selector.Requirement toRequirement() {
      return switch (operator) {
        case "In" -> checked(key, Selector.Operator.IN, valuesOrEmpty());
        case "NotIn" -> checked(key, Selector.Operator.NOT_IN, valuesOrEmpty());
        case "Exists" -> checked(key, Selector.Operator.EXISTS, valuesOrEmpty());
        case "DoesNotExist" -> checked(key, Selector.Operator.DOES_NOT_EXIST, valuesOrEmpty());
        default ->
            throw new IllegalArgumentException(
                GoQuote.quote(operator) + " is not a valid label selector operator");
      };
    }

    private String dump() {
      return "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],}"
          .formatted(key, operator, String.join(" ", valuesOrEmpty()));
    }
  }

  /** The labels that must be equal, or an empty map. */
  public Map<String, String> matchLabelsOrEmpty() {
    return matchLabels == null ? Map.of() : matchLabels;
  }

  /** The expressions, or an empty list. */
  public List<Requirement> matchExpressionsOrEmpty() {
    return matchExpressions == null ? List.of() : matchExpressions;
  }

  /**
   * Returns the selector in evaluable form.
   *
   * @throws IllegalArgumentException with the API machinery's message for the first invalid key,
   *     operator or value
   */
  public Selector toSelector() {
    List<Selector.Requirement> requirements = new ArrayList<>();
    new TreeMap<>(matchLabelsOrEmpty())
        .forEach(
            (key, value) ->
                requirements.add(checked(key, Selector.Operator.EQUALS, List.of(value))));
    for (Requirement expression : matchExpressionsOrEmpty()) {
      requirements.add(expression.toRequirement());
    }
    return Selector.of(requirements);
  }

  /** The Go representation of the selector, as the messages of kube-controller-manager show it. */
  public String dump() {
    String labels =
        new TreeMap<>(matchLabelsOrEmpty())
            .entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue() + ",")
                .collect(Collectors.joining());
    String expressions =
        matchExpressionsOrEmpty().stream().map(e -> e.dump() + ",").collect(Collectors.joining());
    return "&LabelSelector{MatchLabels:map[string]string{%s},MatchExpressions:[]LabelSelectorRequirement{%s},}"
        .formatted(labels, expressions);
  }

  private static Selector.Requirement checked(
      String key, Selector.Operator operator, List<String> values) {
    List<String> errors = new ArrayList<>();
    List<String> keyErrors = NameValidation.qualifiedName(key);
    if (!keyErrors.isEmpty()) {
      errors.add("key: Invalid value: " + GoQuote.quote(key) + ": " + String.join("; ", keyErrors));
    }
    boolean wantsValues =
        operator != Selector.Operator.EXISTS && operator != Selector.Operator.DOES_NOT_EXIST;
    if (wantsValues && values.isEmpty()) {
      errors.add(
          "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty");
    }
    if (!wantsValues && !values.isEmpty()) {
      errors.add(
          "values: Invalid value: "
              + Json.text(values)
              + ": values set must be empty for exists and does not exist");
    }
    errors.addAll(Selector.Requirement.valueErrors(key, operator, values));
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(Selector.Requirement.joined(errors));
    }
    return new Selector.Requirement(key, operator, values);
  }
}
