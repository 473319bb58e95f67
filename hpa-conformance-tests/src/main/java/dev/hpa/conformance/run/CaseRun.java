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
 * Runs a case. It waits up to 40 sync periods for what a step blocks on, because slow machines are
 * not a failure, and up to 40 more for other expectations. It counts syncs instead of time when no
 * change is expected.
 */
final class CaseRun {

  private static final Logger LOG = LoggerFactory.getLogger(CaseRun.class);

  private final Case testCase;
  private final Settings settings;
  private final RuleEvaluator evaluator;
  private final TestCluster.Prepared prepared;

  CaseRun(
      Case testCase, Settings settings, RuleEvaluator evaluator, TestCluster.Prepared prepared) {
    this.testCase = testCase;
    this.settings = settings;
    this.evaluator = evaluator;
    this.prepared = prepared;
  }

  CaseResult run() throws InterruptedException {
    try {
      runSteps();
      return result("");
    } catch (SkippedException skipped) {
      return new CaseResult(
          testCase,
          Verdict.SKIPPED,
          String.valueOf(skipped.getMessage()),
          List.of(),
          prepared.log().transcript());
    } catch (IOException | IllegalStateException failure) {
      return result(String.valueOf(failure.getMessage()));
    } finally {
      cleanUp();
    }
  }

  private CaseResult result(String error) {
    Transcript seen = prepared.log().transcript();
    List<Finding> findings = evaluator.evaluate(testCase, seen);
    return new CaseResult(testCase, verdict(error, findings), error, findings, seen);
  }

  private Verdict verdict(String error, List<Finding> findings) {
    if (!error.isEmpty() || findings.stream().anyMatch(evaluator::isFatal)) {
      return Verdict.FAILED;
    }
    return findings.stream().anyMatch(each -> each.verdict() != Verdict.NOT_TESTED)
        ? Verdict.PASSED
        : Verdict.NOT_TESTED;
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
          seen -> evaluator.isComplete(step, current, seen),
          settings.periods(Step.TIMEOUT_PERIODS))) {
        return;
      }
      boolean ignored =
          log.await(
              seen -> RuleEvaluator.isMet(step, current, seen),
              settings.periods(Step.OPTIONAL_PERIODS));
      hold(step.hold());
      if (!evaluator.isComplete(step, number, log.transcript())) {
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
