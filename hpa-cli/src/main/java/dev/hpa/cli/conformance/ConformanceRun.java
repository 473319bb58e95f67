package dev.hpa.cli.conformance;

import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.cli.evaluate.InProcessDecisions;
import dev.hpa.conformance.decisions.DecisionResults;
import dev.hpa.conformance.decisions.DecisionRun;
import dev.hpa.conformance.decisions.DecisionSubject;
import dev.hpa.conformance.environment.ClusterAccess;
import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.environment.ForeignAutoscalers;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.run.CaseResult;
import dev.hpa.conformance.run.Plan;
import dev.hpa.conformance.run.Results;
import dev.hpa.conformance.run.RuleResult;
import dev.hpa.conformance.run.Selection;
import dev.hpa.conformance.run.SuiteRun;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run of the suite: at the level of the controller, or of decisions only. */
final class ConformanceRun {

  private static final Duration REDRAW_PERIOD = Duration.ofMillis(500);
  private static final int DEFAULT_WIDTH = 80;

  private final ConformanceOptions options;
  private final ConformanceFiles files;
  private final PrintWriter out;

  ConformanceRun(ConformanceOptions options, ConformanceFiles files, PrintWriter out) {
    this.options = options;
    this.files = files;
    this.out = out;
  }

  /**
   * Runs the selected cases, prints the results and writes the reports.
   *
   * @return whether the implementation is conformant
   * @throws TestClusterException if the implementation or its cluster does not start
   */
  boolean run(Selection selection) throws TestClusterException, IOException, InterruptedException {
    Path folder = files.openWorkingFolder();
    try (Timeline time = Timeline.real();
        Writer transcripts = files.transcriptWriter()) {
      ConformanceConsole console = new ConformanceConsole(out, style(), width(), time::now);
      time.every(REDRAW_PERIOD, console::redraw);
      Instant began = time.now();
      Results results;
      try {
        results =
            options.decisionsOnly()
                ? runDecisions(selection, console, folder, transcripts)
                : runController(selection, console, folder, transcripts);
      } finally {
        console.clear();
      }
      ConformanceReport report =
          new ConformanceReport(
              options.subject(),
              Environment.here(options.clusterKind()),
              options.decisionsOnly() ? null : options.settings(),
              options.ruleSet(),
              options.without(),
              began,
              time.now(),
              options.rerun(),
              results);
      files.write(report);
      console.print(report, options.rerun(failedRules(results)));
      return results.conformant();
    } finally {
      files.closeWorkingFolder(folder);
    }
  }

  private Results runController(
      Selection selection, ConformanceConsole console, Path folder, Writer transcripts)
      throws TestClusterException, IOException, InterruptedException {
    ClusterAccess cluster = options.cluster().access();
    if (cluster != null) {
      ForeignAutoscalers.warning(cluster).ifPresent(warning -> out.println("Warning: " + warning));
    }
    Plan plan =
        new Plan(
            new CommandTemplate(ProgramLauncher.resolve(options.template())),
            cluster,
            options.settings(),
            options.ruleSet(),
            options.without(),
            selection,
            options.parallel(),
            folder);
    Results results = new SuiteRun(plan, console).run();
    for (CaseResult each : results.cases()) {
      writeLine(transcripts, each.transcript());
    }
    return results;
  }

  private Results runDecisions(
      Selection selection, ConformanceConsole console, Path folder, Writer transcripts)
      throws TestClusterException, IOException, InterruptedException {
    return new DecisionRun(
            options.ruleSet(),
            decisionResults(options.command(), folder),
            options.vectors(),
            selection,
            console,
            line -> writeLine(transcripts, line))
        .run();
  }

  private static DecisionResults decisionResults(@Nullable String command, Path folder)
      throws TestClusterException, IOException {
    return command == null
        ? DecisionResults.of(DecisionSubject.foundOr(new InProcessDecisions()))
        : DecisionResults.of(
            new CommandTemplate(ProgramLauncher.resolve(command)), folder.resolve("subject.log"));
  }

  private static Set<String> failedRules(Results results) {
    return results.rules().stream()
        .filter(RuleResult::hasFailed)
        .map(each -> each.rule().id())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static void writeLine(Writer out, Object value) {
    try {
      out.write(Json.text(value));
      out.write('\n');
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static ConformanceConsole.Style style() {
    if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
      return ConformanceConsole.Style.PLAIN;
    }
    return System.getenv("NO_COLOR") == null
        ? ConformanceConsole.Style.COLORED
        : ConformanceConsole.Style.LIVE;
  }

  private static int width() {
    try {
      return Integer.parseInt(System.getenv().getOrDefault("COLUMNS", ""));
    } catch (NumberFormatException unknown) {
      return DEFAULT_WIDTH;
    }
  }
}
