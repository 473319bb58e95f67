package dev.hpa.cli.conformance;

import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import dev.hpa.conformance.cases.Action;
import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Finding;
import dev.hpa.conformance.run.Progress;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Verdict;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prints progress and results of a run: on a terminal as one line that is redrawn, otherwise as one
 * line per finished case.
 */
public final class ConformanceConsole implements Progress {

  private static final String HOME_AND_CLEAR = "\r\u001b[K";

  /** With more cases only failures are printed. */
  private static final int MAX_LINES = 300;

  private static final int SHOWN_FINDINGS = 3;

  /** The output style. */
  public enum Style {
    /** Lines, for files and pipes. */
    PLAIN,
    /** One line that is redrawn, without colors. */
    LIVE,
    /** One line that is redrawn, with colors. */
    COLORED
  }

  private final PrintWriter out;
  private final Style style;
  private final int width;
  private final InstantSource clock;
  private final Instant start;
  private final Set<String> running = new LinkedHashSet<>();
  private String phase = "";
  private int cases;
  private int done;
  private int failed;

  /**
   * @param width terminal width in columns
   */
  public ConformanceConsole(PrintWriter out, Style style, int width, InstantSource clock) {
    this.out = out;
    this.style = style;
    this.width = width;
    this.clock = clock;
    this.start = clock.instant();
  }

  @Override
  public synchronized void started(int total) {
    cases = total;
  }

  @Override
  public synchronized void phase(String description) {
    phase = description;
    if (style == Style.PLAIN) {
      out.println(SafeText.line(description));
      out.flush();
    }
    redraw();
  }

  @Override
  public synchronized void caseStarted(String name) {
    running.add(name);
    redraw();
  }

  @Override
  public synchronized void caseFinished(CaseResult result) {
    running.remove(result.name());
    done++;
    boolean passed = result.verdict() == Verdict.PASSED;
    failed += result.verdict() == Verdict.FAILED ? 1 : 0;
    if (style == Style.PLAIN && (!passed || cases <= MAX_LINES)) {
      out.printf("%3d/%d %-10s %s%n", done, cases, result.verdict(), result.name());
      out.flush();
    }
    redraw();
  }

  /** Redraws the line. Call it periodically to update the elapsed time. */
  public synchronized void redraw() {
    if (style == Style.PLAIN) {
      return;
    }
    String now =
        running.isEmpty() ? phase : running.size() + " running, " + running.iterator().next();
    String counts =
        "%d/%d  %d failed  %d s  "
            .formatted(done, cases, failed, Duration.between(start, clock.instant()).toSeconds());
    out.print(HOME_AND_CLEAR + fit(counts + now));
    out.flush();
  }

  private String fit(String text) {
    String safe = SafeText.line(text);
    return safe.length() < width ? safe : safe.substring(0, Math.max(0, width - 2)) + "…";
  }

  /** Clears the line at the end of the run. */
  public synchronized void clear() {
    if (style != Style.PLAIN) {
      out.print(HOME_AND_CLEAR);
      out.flush();
    }
  }

  /**
   * Prints the results.
   *
   * @param rerun the command line that repeats the failed rules
   */
  public synchronized void print(ConformanceReport report, String rerun) {
    Results results = report.results();
    out.println();
    table(results.rules());
    Map<String, Case> tested =
        results.cases().stream()
            .collect(Collectors.toMap(CaseResult::name, CaseResult::testCase, (one, same) -> one));
    results.rules().stream()
        .filter(RuleResult::hasFailed)
        .forEach(each -> failedRule(each, tested));
    notTested(results.rules());
    for (CaseResult each : results.cases()) {
      if (!each.reason().isEmpty()) {
        out.printf(
            "%n%s %s: %s%n",
            SafeText.line(each.name()),
            each.verdict() == Verdict.SKIPPED ? "skipped" : "aborted",
            SafeText.line(each.reason()));
      }
    }
    for (Capability each : results.falselyDeclared()) {
      out.printf("%n%s %s: declared unsupported, but all its cases pass%n", red("failed"), each);
    }
    out.println();
    report.facts().forEach((name, value) -> out.printf("%-14s  %s%n", name, SafeText.line(value)));
    out.printf("%n%s%n", verdict(report));
    if (results.rules().stream().anyMatch(RuleResult::hasFailed)) {
      out.printf(
          "Objects and expectations of each case: %s%n",
          report.settings() == null
              ? "decisions/basics.ndjson.gz and random.ndjson.gz of the module hpa-vectors, by name"
              : "hpa conformance --list --only CASE -o yaml");
      out.printf("Rerun failed rules: %s%n", rerun);
    }
    out.flush();
  }

  private void table(List<RuleResult> rules) {
    Map<String, List<RuleResult>> areas =
        rules.stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.rule().area(), LinkedHashMap::new, Collectors.toList()));
    int name = areas.keySet().stream().mapToInt(String::length).max().orElse(4);
    String row = "%-" + Math.max(5, name) + "s  %6s  %6s  %10s  %7s%n";
    out.printf(row, "area", "passed", "failed", "not-tested", "skipped");
    areas.forEach((area, each) -> counts(row, area, each));
    if (areas.size() > 1) {
      counts(row, "", rules);
    }
  }

  private void counts(String row, String area, Collection<RuleResult> rules) {
    out.printf(
        row,
        area,
        count(rules, each -> each.verdict() == Verdict.PASSED),
        count(rules, RuleResult::hasFailed),
        count(rules, each -> each.verdict() == Verdict.NOT_TESTED),
        count(rules, each -> each.verdict() == Verdict.SKIPPED));
  }

  private static long count(Collection<RuleResult> rules, Predicate<RuleResult> which) {
    return rules.stream().filter(which).count();
  }

  /** Rules that the suite never tests are on the page of rules, not in the output of a run. */
  private void notTested(List<RuleResult> rules) {
    List<RuleResult> shown =
        rules.stream()
            .filter(each -> each.verdict() == Verdict.NOT_TESTED)
            .filter(each -> each.rule().untested() == null)
            .toList();
    if (!shown.isEmpty()) {
      out.println();
    }
    for (RuleResult each : shown) {
      out.printf(
          "%s %s (%s): %s%n",
          each.isFatal() ? red(each.rule().id()) : each.rule().id(),
          each.verdict(),
          each.rule().level(),
          SafeText.line(each.reason()));
    }
  }

  private void failedRule(RuleResult result, Map<String, Case> tested) {
    out.printf(
        "%n%s %s (%s) %s%n",
        result.isFatal() ? red(result.rule().id()) : yellow(result.rule().id()),
        result.verdict(),
        result.rule().level(),
        result.rule().requirement());
    out.printf("  rationale %s%n", result.rule().rationale());
    out.printf("  check     %s%n", result.rule().check());
    List<Finding> findings =
        result.findings().stream().filter(each -> each.verdict() != Verdict.PASSED).toList();
    findings.stream()
        .limit(SHOWN_FINDINGS)
        .forEach(each -> finding(each, tested.get(each.caseName())));
    if (findings.size() > SHOWN_FINDINGS) {
      out.printf("  and %d more%n", findings.size() - SHOWN_FINDINGS);
    }
  }

  private void finding(Finding finding, @Nullable Case testCase) {
    if (testCase == null || testCase.steps().isEmpty()) {
      out.printf("  %s, step %d%n", finding.caseName(), finding.step());
    } else {
      Step step = testCase.steps().get(finding.step() - 1);
      out.printf("  %s, step %d: %s%n", finding.caseName(), finding.step(), step.name());
      step.actions().forEach(this::action);
    }
    out.printf("    expected  %s%n", SafeText.line(finding.expected()));
    if (finding.verdict() == Verdict.FAILED) {
      out.printf("    observed  %s%n", SafeText.line(finding.observed()));
    } else {
      out.printf("    %-8s  %s%n", finding.verdict(), SafeText.line(finding.reason()));
    }
  }

  /** Prints what the suite did; of the objects it creates only HPAs differ from case to case. */
  private void action(Action action) {
    out.printf("    given     %s%n", SafeText.line(action.text()));
    action.manifests().stream()
        .filter(each -> each.path("kind").asText().equals("HorizontalPodAutoscaler"))
        .forEach(
            each -> out.printf("      spec    %s%n", SafeText.line(Json.text(each.path("spec")))));
  }

  /** Which rules failed although the implementation is conformant. */
  private static String failed(List<RuleResult> rules) {
    String failed =
        Stream.of(Level.OPTIONAL, Level.UNSPECIFIED)
            .map(level -> failed(level, count(rules, each -> each.hasFailed(level))))
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(", "));
    return failed.isEmpty() ? "0 failed" : failed;
  }

  private static String failed(Level level, long count) {
    return count == 0 ? "" : "%d %s rule%s failed".formatted(count, level, count == 1 ? "" : "s");
  }

  private String verdict(ConformanceReport report) {
    Results results = report.results();
    long fatal = count(results.rules(), each -> each.isFatal() && each.hasFailed());
    long blocked = count(results.rules(), each -> each.isFatal() && !each.hasFailed());
    String took = Duration.between(report.began(), report.ended()).toSeconds() + " s";
    if (results.conformant()) {
      return green("conformant")
          + ": %s passes %d rules of %s, %s, %d not tested, %d skipped, in %s"
              .formatted(
                  SafeText.line(report.subject().name()),
                  results.count(Verdict.PASSED),
                  report.ruleSet(),
                  failed(results.rules()),
                  results.count(Verdict.NOT_TESTED),
                  results.count(Verdict.SKIPPED),
                  took);
    }
    return red("not conformant")
        + ": %s fails %d required %s%s%s, in %s"
            .formatted(
                SafeText.line(report.subject().name()),
                fatal,
                fatal == 1 ? "rule" : "rules",
                blocked == 0 ? "" : " and does not reach " + blocked,
                results.falselyDeclared().isEmpty()
                    ? ""
                    : " and falsely declares capabilities unsupported",
                took);
  }

  private String red(String text) {
    return colored("31", text);
  }

  private String yellow(String text) {
    return colored("33", text);
  }

  private String green(String text) {
    return colored("32", text);
  }

  private String colored(String code, String text) {
    return style == Style.COLORED ? "\u001b[1;" + code + "m" + text + "\u001b[0m" : text;
  }
}
