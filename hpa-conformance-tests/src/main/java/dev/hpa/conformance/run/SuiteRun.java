package dev.hpa.conformance.run;

import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.RunProfile;
import dev.hpa.conformance.environment.TestCluster;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Runs the cases of a plan: those under the same circumstances beside one another. */
public final class SuiteRun {

  private final Plan plan;
  private final RuleCatalog rules = RuleCatalog.load();
  private final List<Case> cases;
  private final Progress progress;

  public SuiteRun(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    this.cases =
        Cases.all(plan.settings()).stream()
            .filter(each -> plan.selection().includes(each, rules))
            .map(each -> plan.absent().contains(Capability.EVENTS) ? each.withoutEvents() : each)
            .toList();
  }

  /**
   * Runs everything.
   *
   * @throws TestClusterException if it cannot begin, or the implementation ends by itself
   */
  public Results run() throws TestClusterException, IOException, InterruptedException {
    progress.begins(cases.size());
    progress.does("setting the stage");
    List<CaseResult> results = new ArrayList<>();
    try (TestCluster stage = stage()) {
      for (RunProfile circumstances : RunProfile.values()) {
        List<Case> part =
            cases.stream().filter(each -> each.circumstances() == circumstances).toList();
        if (!part.isEmpty()) {
          results.addAll(run(stage, circumstances, part));
        }
      }
      return new Results(stage.serverVersion(), ruleResults(results), results, untrue(results));
    }
  }

  private TestCluster stage() throws TestClusterException, IOException, InterruptedException {
    return plan.kubeconfig() == null
        ? TestCluster.embedded(plan.folder())
        : TestCluster.in(plan.kubeconfig(), plan.folder());
  }

  private List<CaseResult> run(TestCluster stage, RunProfile circumstances, List<Case> part)
      throws TestClusterException, IOException, InterruptedException {
    progress.does("starting the implementation (" + circumstances + ")");
    boolean together = circumstances == RunProfile.RESTARTED;
    stage.enter(plan.command(), plan.settings(), circumstances, together ? part.size() : 0);
    // All have to be at the restart at the same time.
    Semaphore places = new Semaphore(together ? part.size() : plan.parallel());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletionService<CaseResult> running = new ExecutorCompletionService<>(threads);
      part.forEach(each -> running.submit(() -> run(stage, each, places)));
      try {
        return ended(stage, running, part);
      } catch (ExecutionException failure) {
        throw new IOException(failure.getCause());
      } finally {
        threads.shutdownNow();
      }
    } finally {
      stage.leave();
    }
  }

  private static List<CaseResult> ended(
      TestCluster stage, CompletionService<CaseResult> running, List<Case> part)
      throws TestClusterException, ExecutionException, InterruptedException {
    List<CaseResult> results = new ArrayList<>();
    while (results.size() < part.size()) {
      Future<CaseResult> next = running.poll(1, TimeUnit.SECONDS);
      stage.checkRunning();
      if (next != null) {
        results.add(next.get());
      }
    }
    results.sort(Comparator.comparingInt(each -> part.indexOf(each.tried())));
    return results;
  }

  private CaseResult run(TestCluster stage, Case tried, Semaphore places)
      throws IOException, InterruptedException {
    places.acquire();
    try {
      progress.began(tried.name());
      CaseResult result = new CaseRun(tried, plan.settings(), stage.prepare(tried)).run();
      progress.ended(result);
      return result;
    } finally {
      places.release();
    }
  }

  private List<RuleResult> ruleResults(List<CaseResult> results) {
    List<RuleResult> judged = new ArrayList<>();
    for (Rule rule : rules.all()) {
      List<CaseResult> trying =
          results.stream().filter(each -> each.tried().rules().contains(rule.id())).toList();
      Set<String> triedBy = trying.stream().map(CaseResult::name).collect(Collectors.toSet());
      if (plan.selection().includes(rule, triedBy)) {
        judged.add(judged(rule, trying));
      }
    }
    return judged;
  }

  private RuleResult judged(Rule rule, List<CaseResult> trying) {
    if (rule.untested() != null) {
      return new RuleResult(rule, Verdict.SKIPPED, rule.untested(), List.of());
    }
    if (trying.isEmpty()) {
      return new RuleResult(rule, Verdict.SKIPPED, "no case of this run tries it", List.of());
    }
    if (trying.stream().allMatch(each -> each.verdict() == Verdict.SKIPPED)) {
      return new RuleResult(rule, Verdict.SKIPPED, trying.getFirst().reason(), List.of());
    }
    List<Finding> counting = findings(rule, trying, each -> absent(each.tried()).isEmpty());
    if (counting.isEmpty()) {
      return new RuleResult(
          rule,
          Verdict.SKIPPED,
          "said to be without "
              + trying.stream()
                  .flatMap(each -> absent(each.tried()).stream())
                  .distinct()
                  .map(Capability::toString)
                  .collect(Collectors.joining(", ")),
          findings(rule, trying, each -> true));
    }
    return new RuleResult(rule, verdict(counting), "", counting);
  }

  private static List<Finding> findings(
      Rule rule, List<CaseResult> trying, Predicate<CaseResult> which) {
    return trying.stream()
        .filter(which)
        .flatMap(each -> each.findings(rule.id()).stream())
        .toList();
  }

  /** One failure is enough to fail, and one expectation that holds to be more than not reached. */
  private static Verdict verdict(List<Finding> findings) {
    Set<Verdict> all = findings.stream().map(Finding::verdict).collect(Collectors.toSet());
    return all.contains(Verdict.FAILED)
        ? Verdict.FAILED
        : all.contains(Verdict.PASSED) ? Verdict.PASSED : Verdict.NOT_REACHED;
  }

  private Set<Capability> absent(Case tried) {
    return tried.needs().stream().filter(plan.absent()::contains).collect(Collectors.toSet());
  }

  /** Capabilities that are said to be absent, though every case that needs one passes. */
  private List<Capability> untrue(List<CaseResult> results) {
    List<Capability> untrue = new ArrayList<>();
    for (Capability capability : plan.absent()) {
      List<CaseResult> needing =
          results.stream().filter(each -> each.tried().needs().contains(capability)).toList();
      if (!needing.isEmpty()
          && needing.stream().allMatch(each -> each.verdict() == Verdict.PASSED)) {
        untrue.add(capability);
      }
    }
    return untrue;
  }
}
