package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Action;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Settings;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.environment.CaseLog;
import dev.hpa.conformance.environment.SkippedException;
import dev.hpa.conformance.environment.TestCluster;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes an implementation through a case. It waits patiently for what has to come, because slow
 * machines are no fault, and counts the cycles in which nothing must come, because the time they
 * take is unknown.
 */
final class CaseRun {

  private static final Logger LOG = LoggerFactory.getLogger(CaseRun.class);
  private static final int PATIENCE = 40;

  private final Case tried;
  private final Settings settings;
  private final TestCluster.Prepared prepared;

  CaseRun(Case tried, Settings settings, TestCluster.Prepared prepared) {
    this.tried = tried;
    this.settings = settings;
    this.prepared = prepared;
  }

  CaseResult run() throws InterruptedException {
    String trouble = "";
    try {
      play();
    } catch (SkippedException impossible) {
      return result(Verdict.SKIPPED, String.valueOf(impossible.getMessage()), List.of());
    } catch (IOException | IllegalStateException failure) {
      trouble = String.valueOf(failure.getMessage());
    } finally {
      clear();
    }
    List<Finding> findings = RuleEvaluator.judge(tried, prepared.log().transcript());
    boolean passed =
        trouble.isEmpty() && findings.stream().allMatch(each -> each.verdict() == Verdict.PASSED);
    return result(passed ? Verdict.PASSED : Verdict.FAILED, trouble, findings);
  }

  private CaseResult result(Verdict verdict, String reason, List<Finding> findings) {
    return new CaseResult(tried, verdict, reason, findings, prepared.log().transcript());
  }

  /** What stays behind is in a namespace nobody looks at again. */
  private void clear() {
    try {
      prepared.curtain().fall();
    } catch (IOException failure) {
      LOG.debug("{}: {}", tried.name(), failure.getMessage());
    }
  }

  private void play() throws IOException, InterruptedException {
    CaseLog log = prepared.log();
    for (int number = 0; number < tried.steps().size(); number++) {
      Step step = tried.steps().get(number);
      int current = number;
      log.add(
          at ->
              new Observation.Step(
                  at, current, step.name(), step.actions().stream().map(Action::text).toList()));
      for (Action action : step.actions()) {
        action.deed().on(prepared.scene());
      }
      if (!log.await(
          seen -> RuleEvaluator.holds(step, current, seen), settings.periods(PATIENCE))) {
        return;
      }
      hold(step.hold());
      if (!RuleEvaluator.holds(step, number, log.transcript())) {
        return;
      }
    }
  }

  /**
   * Waits for some cycles. Who reads scales elsewhere than from the API server shows none, and gets
   * more time instead.
   */
  private void hold(int cycles) throws InterruptedException {
    if (cycles == 0) {
      return;
    }
    CaseLog log = prepared.log();
    long before = cycles(log.transcript());
    Thread.sleep(settings.periods(cycles));
    Duration more = settings.periods(cycles + 4);
    boolean ignored = log.await(seen -> cycles(seen) >= before + cycles, more);
  }

  private static long cycles(Transcript seen) {
    return seen.all(Observation.Request.class)
        .filter(each -> each.method().equals("GET") && each.path().endsWith("/scale"))
        .count();
  }
}
