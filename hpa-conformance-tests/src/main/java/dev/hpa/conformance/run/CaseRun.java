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
 * Runs a case. It waits up to 40 sync periods for expected changes, because slow machines are not a
 * failure, and counts syncs instead of time when no change is expected.
 */
final class CaseRun {

  private static final Logger LOG = LoggerFactory.getLogger(CaseRun.class);
  private static final int TIMEOUT_PERIODS = 40;

  private final Case testCase;
  private final Settings settings;
  private final TestCluster.Prepared prepared;

  CaseRun(Case testCase, Settings settings, TestCluster.Prepared prepared) {
    this.testCase = testCase;
    this.settings = settings;
    this.prepared = prepared;
  }

  CaseResult run() throws InterruptedException {
    String error = "";
    try {
      runSteps();
    } catch (SkippedException skipped) {
      return result(Verdict.SKIPPED, String.valueOf(skipped.getMessage()), List.of());
    } catch (IOException | IllegalStateException failure) {
      error = String.valueOf(failure.getMessage());
    } finally {
      cleanUp();
    }
    List<Finding> findings = RuleEvaluator.evaluate(testCase, prepared.log().transcript());
    boolean passed =
        error.isEmpty() && findings.stream().allMatch(each -> each.verdict() == Verdict.PASSED);
    return result(passed ? Verdict.PASSED : Verdict.FAILED, error, findings);
  }

  private CaseResult result(Verdict verdict, String reason, List<Finding> findings) {
    return new CaseResult(testCase, verdict, reason, findings, prepared.log().transcript());
  }

  /** A failed cleanup leaves objects in a namespace that no other case uses. */
  private void cleanUp() {
    try {
      prepared.cleanup().run();
    } catch (IOException failure) {
      LOG.debug("{}: {}", testCase.name(), failure.getMessage());
    }
  }

  private void runSteps() throws IOException, InterruptedException {
    CaseLog log = prepared.log();
    for (int number = 0; number < testCase.steps().size(); number++) {
      Step step = testCase.steps().get(number);
      int current = number;
      log.add(
          at ->
              new Observation.Step(
                  at, current, step.name(), step.actions().stream().map(Action::text).toList()));
      for (Action action : step.actions()) {
        action.effect().apply(prepared.context());
      }
      if (!log.await(
          seen -> RuleEvaluator.holds(step, current, seen), settings.periods(TIMEOUT_PERIODS))) {
        return;
      }
      hold(step.hold());
      if (!RuleEvaluator.holds(step, number, log.transcript())) {
        return;
      }
    }
  }

  /**
   * Waits for some syncs, which are counted by reads of a scale. An implementation that reads
   * scales from a cache shows none; for it the wait ends after a timeout.
   */
  private void hold(int syncs) throws InterruptedException {
    if (syncs == 0) {
      return;
    }
    CaseLog log = prepared.log();
    long before = syncs(log.transcript());
    Thread.sleep(settings.periods(syncs));
    Duration timeout = settings.periods(syncs + 4);
    boolean ignored = log.await(seen -> syncs(seen) >= before + syncs, timeout);
  }

  private static long syncs(Transcript seen) {
    return seen.all(Observation.Request.class)
        .filter(each -> each.method().equals("GET") && each.path().endsWith("/scale"))
        .count();
  }
}
