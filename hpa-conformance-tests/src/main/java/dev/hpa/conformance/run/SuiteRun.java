package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.RunProfile;
import dev.hpa.conformance.environment.TestCluster;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.rules.RuleCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Runs the cases of a plan. Cases of the same profile run concurrently. */
public final class SuiteRun {

  private final Plan plan;
  private final RuleCatalog rules;
  private final RuleEvaluator evaluator;
  private final List<Case> cases;
  private final Set<String> withoutEvents;
  private final Progress progress;

  public SuiteRun(Plan plan, Progress progress) {
    this.plan = plan;
    this.rules = RuleCatalog.load(plan.rules());
    this.evaluator = new RuleEvaluator(rules);
    this.progress = progress;
    List<Case> selected =
        Cases.of(rules, plan.settings()).stream()
            .filter(each -> plan.selection().includes(each, rules))
            .toList();
    this.cases =
        plan.absent().contains(Capability.EVENTS)
            ? selected.stream().map(Case::withoutEvents).toList()
            : selected;
    this.withoutEvents = rules(selected);
    withoutEvents.removeAll(rules(cases));
  }

  private static Set<String> rules(List<Case> cases) {
    Set<String> rules = new HashSet<>();
    cases.forEach(each -> rules.addAll(each.rules()));
    return rules;
  }

  /**
   * Runs all selected cases.
   *
   * @throws TestClusterException if the cluster is unusable, or the implementation does not start
   *     or exits
   */
  public Results run() throws TestClusterException, IOException, InterruptedException {
    progress.started(cases.size());
    progress.phase("preparing the cluster");
    List<CaseResult> results = new ArrayList<>();
    try (TestCluster cluster = openCluster()) {
      for (RunProfile profile : RunProfile.values()) {
        List<Case> part = cases.stream().filter(each -> each.profile() == profile).toList();
        if (!part.isEmpty()) {
          results.addAll(run(cluster, profile, part));
        }
      }
      return new Results(
          cluster.serverVersion(), ruleResults(results), results, falselyDeclared(results));
    }
  }

  private TestCluster openCluster() throws TestClusterException, IOException, InterruptedException {
    return plan.cluster() == null
        ? TestCluster.embedded(plan.folder(), plan.rules().version())
        : TestCluster.in(plan.cluster(), plan.folder());
  }

  private List<CaseResult> run(TestCluster cluster, RunProfile profile, List<Case> part)
      throws TestClusterException, IOException, InterruptedException {
    progress.phase("starting the implementation (" + profile + ")");
    boolean restarts = profile == RunProfile.RESTARTED;
    cluster.startImplementation(
        plan.command(), plan.settings(), profile, restarts ? part.size() : 0);
    // All cases of the profile wait for the same restart.
    Semaphore places = new Semaphore(restarts ? part.size() : plan.parallel());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletionService<CaseResult> running = new ExecutorCompletionService<>(threads);
      part.forEach(each -> running.submit(() -> run(cluster, each, places)));
      try {
        return awaitResults(cluster, running, part);
      } catch (ExecutionException failure) {
        throw new IOException(failure.getCause());
      } finally {
        threads.shutdownNow();
      }
    } finally {
      cluster.stopImplementation();
    }
  }

  private static List<CaseResult> awaitResults(
      TestCluster cluster, CompletionService<CaseResult> running, List<Case> part)
      throws TestClusterException, ExecutionException, InterruptedException {
    List<CaseResult> results = new ArrayList<>();
    while (results.size() < part.size()) {
      Future<CaseResult> next = running.poll(1, TimeUnit.SECONDS);
      cluster.checkRunning();
      if (next != null) {
        results.add(next.get());
      }
    }
    results.sort(Comparator.comparingInt(each -> part.indexOf(each.testCase())));
    return results;
  }

  private CaseResult run(TestCluster cluster, Case testCase, Semaphore places)
      throws IOException, InterruptedException {
    places.acquire();
    try {
      progress.caseStarted(testCase.name());
      CaseResult result =
          new CaseRun(testCase, plan.settings(), evaluator, cluster.prepare(testCase)).run();
      progress.caseFinished(result);
      return result;
    } finally {
      places.release();
    }
  }

  private List<RuleResult> ruleResults(List<CaseResult> results) {
    return new RuleVerdicts(rules, plan.absent(), withoutEvents).of(plan.selection(), results);
  }

  /** Returns the capabilities declared unsupported although every case that needs them passes. */
  private List<Capability> falselyDeclared(List<CaseResult> results) {
    List<Capability> falselyDeclared = new ArrayList<>();
    for (Capability capability : plan.absent()) {
      List<CaseResult> needing =
          results.stream().filter(each -> each.testCase().needs().contains(capability)).toList();
      if (!needing.isEmpty() && needing.stream().allMatch(CaseResult::hasOnlyPassed)) {
        falselyDeclared.add(capability);
      }
    }
    return falselyDeclared;
  }
}
