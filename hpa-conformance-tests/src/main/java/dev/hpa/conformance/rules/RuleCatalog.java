package dev.hpa.conformance.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rules in the order of their page: {@code rules.md}, or {@code docs/conformance/decisions.md}.
 * Both are packaged with the suite, so that documentation and suite cannot diverge.
 */
public final class RuleCatalog {

  private static final Pattern FIRST_CELL =
      Pattern.compile("<a id=\"(?<anchor>[a-z0-9-]+)\"></a>(?<id>[A-Z]+(?:-[A-Z]+)*-[0-9]+)");
  private static final String UNTESTED = "Not tested: ";

  /** Where the changes of a rule set begin on the page; the oldest set is before the first. */
  private static final Pattern CHANGES = Pattern.compile("<!-- rules of v[0-9.]+ -->");

  /** The rules that a change replaces, in its requirement. */
  private static final Pattern REPLACES =
      Pattern.compile(" Replaces ([A-Z]+(?:-[A-Z]+)*-[0-9]+)\\.");

  private final Map<String, Rule> rules;
  private final RuleSet set;

  private RuleCatalog(Map<String, Rule> rules, RuleSet set) {
    this.rules = Collections.unmodifiableMap(rules);
    this.set = set;
  }

  /** The rules for controllers, from {@code rules.md}. */
  public static RuleCatalog load(RuleSet set) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    for (String section : sections(set)) {
      REPLACES.matcher(section).results().forEach(row -> rules.remove(row.group(1)));
      rules.putAll(parse(section).rules);
    }
    return new RuleCatalog(rules, set);
  }

  /** The rules of the oldest set, and the changes of the others up to a set. */
  private static List<String> sections(RuleSet last) {
    RuleSet[] sets = RuleSet.values();
    List<String> sections = List.of(CHANGES.split(page("rules.md")));
    if (sections.size() != sets.length) {
      throw new IllegalStateException("rules.md has no section for each rule set");
    }
    return sections.subList(0, EnumSet.range(sets[0], last).size());
  }

  /** The rules of all sets. */
  public static RuleCatalog ofAllSets() {
    return parse(page("rules.md"));
  }

  /** The rules for decisions, from {@code decisions.md}: the same in each set. */
  public static RuleCatalog ofDecisions(RuleSet set) {
    return new RuleCatalog(parse(page("decisions.md")).rules, set);
  }

  /**
   * Creates a catalog of these rules, as the default set.
   *
   * @throws IllegalArgumentException if an id is used twice
   */
  public static RuleCatalog of(Collection<Rule> all) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    for (Rule rule : all) {
      if (rules.put(rule.id(), rule) != null) {
        throw new IllegalArgumentException(
            "rule \"" + rule.id() + "\": the id is used twice; renumber one of them");
      }
    }
    return new RuleCatalog(rules, RuleSet.DEFAULT);
  }

  private static String page(String name) {
    try (InputStream page = RuleCatalog.class.getResourceAsStream("/dev/hpa/conformance/" + name)) {
      return new String(
          Objects.requireNonNull(page, name + " is not packaged with the suite").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Reads a page.
   *
   * @throws IllegalArgumentException if a row is malformed or an id is used twice
   */
  static RuleCatalog parse(String page) {
    return of(
        page.lines().filter(line -> line.startsWith("| <a id=")).map(RuleCatalog::rule).toList());
  }

  private static Rule rule(String row) {
    List<String> cells =
        Stream.of(row.replace("`", "").substring(1).split("\\|")).map(String::strip).toList();
    Matcher first = FIRST_CELL.matcher(cells.getFirst());
    if (cells.size() != 6
        || !first.matches()
        || !first.group("anchor").equals(first.group("id").toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "row \"" + row + "\": not a rule; expected 6 cells and an anchor that matches the id");
    }
    String requirement = REPLACES.matcher(cells.get(2)).replaceAll("");
    int note = requirement.indexOf(UNTESTED);
    return new Rule(
        first.group("id"),
        Level.valueOf(cells.get(1).toUpperCase(Locale.ROOT)),
        note < 0 ? requirement : requirement.substring(0, note).strip(),
        cells.get(3),
        cells.get(4),
        cells.get(5),
        note < 0 ? null : requirement.substring(note + UNTESTED.length()));
  }

  /** The set that these rules are. */
  public RuleSet set() {
    return set;
  }

  /** Whether all ids are those of rules. */
  public boolean contains(Collection<String> ids) {
    return rules.keySet().containsAll(ids);
  }

  /** All rules in the order of the page. */
  public Collection<Rule> all() {
    return rules.values();
  }

  /**
   * The rule with this id.
   *
   * @throws IllegalArgumentException if no rule has this id
   */
  public Rule get(String id) {
    Rule rule = rules.get(id);
    if (rule == null) {
      throw new IllegalArgumentException("rule \"" + id + "\": not found");
    }
    return rule;
  }
}
