package dev.hpa.conformance.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rules, in order. They are read from the tables of pages under {@code docs/conformance}, which are
 * packed with the suite: what people read and what the suite judges by is one text.
 */
public final class RuleCatalog {

  private static final Pattern FIRST_CELL =
      Pattern.compile("<a id=\"(?<anchor>[a-z0-9-]+)\"></a>(?<id>[A-Z]+-[0-9]+)");
  private static final String UNTESTED = "Not tried: ";

  private final Map<String, Rule> rules;

  private RuleCatalog(Map<String, Rule> rules) {
    this.rules = Collections.unmodifiableMap(rules);
  }

  /** The rules for controllers, from {@code rules.md}. */
  public static RuleCatalog load() {
    return load("rules.md");
  }

  /** The rules for decisions alone, from {@code decisions.md}. */
  public static RuleCatalog ofDecisions() {
    return load("decisions.md");
  }

  private static RuleCatalog load(String name) {
    try (InputStream page = RuleCatalog.class.getResourceAsStream("/dev/hpa/conformance/" + name)) {
      return parse(
          new String(
              Objects.requireNonNull(page, "the rules are not packed with the suite")
                  .readAllBytes(),
              StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Reads a page.
   *
   * @throws IllegalArgumentException for a row that is no rule, or a rule that is there twice
   */
  static RuleCatalog parse(String page) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    page.lines()
        .filter(line -> line.startsWith("| <a id="))
        .map(RuleCatalog::rule)
        .forEach(
            rule -> {
              if (rules.put(rule.id(), rule) != null) {
                throw new IllegalArgumentException(rule.id() + " is there twice");
              }
            });
    return new RuleCatalog(rules);
  }

  private static Rule rule(String row) {
    List<String> cells =
        Stream.of(row.replace("`", "").substring(1).split("\\|")).map(String::strip).toList();
    Matcher first = FIRST_CELL.matcher(cells.getFirst());
    if (cells.size() != 4
        || !first.matches()
        || !first.group("anchor").equals(first.group("id").toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("no row of a rule: " + row);
    }
    String intent = cells.get(2);
    int note = intent.indexOf(UNTESTED);
    return new Rule(
        first.group("id"),
        Level.valueOf(cells.get(1).toUpperCase(Locale.ROOT)),
        note < 0 ? intent : intent.substring(0, note).strip(),
        cells.get(3),
        note < 0 ? null : intent.substring(note + UNTESTED.length()));
  }

  /** All rules in the order of the page. */
  public Collection<Rule> all() {
    return rules.values();
  }

  /**
   * The rule with this id.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Rule get(String id) {
    Rule rule = rules.get(id);
    if (rule == null) {
      throw new IllegalArgumentException("there is no rule " + id);
    }
    return rule;
  }
}
