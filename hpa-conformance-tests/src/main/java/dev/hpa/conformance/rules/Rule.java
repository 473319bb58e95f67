package dev.hpa.conformance.rules;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * A rule.
 *
 * @param id area and number, such as {@code BOUNDS-3}; in lower case the anchor of the rule in
 *     {@code rules.md}
 * @param requirement one sentence with MUST, SHOULD or MAY
 * @param rationale why users or the source require it
 * @param check what an implementer checks when the rule fails
 * @param source the document or source file that the rule is taken from
 * @param untested why no case tests it; null for a rule that cases test
 */
@JsonPropertyOrder({"id", "area"})
public record Rule(
    String id,
    Level level,
    String requirement,
    String rationale,
    String check,
    String source,
    @JsonIgnore @Nullable String untested) {

  /** The part of the id before the number. */
  @JsonProperty
  public String area() {
    return id.substring(0, id.lastIndexOf('-'));
  }

  /** The number at the end of the id. */
  public int number() {
    return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
  }

  @Override
  public String toString() {
    return id;
  }
}
