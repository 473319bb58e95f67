package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Connection;
import dev.hpa.benchmarks.setup.ProcessFigures;
import dev.hpa.benchmarks.setup.SandboxProcess;
import dev.hpa.benchmarks.setup.Seen;
import dev.hpa.benchmarks.setup.WarmUp;
import dev.hpa.conformance.environment.Implementation;
import dev.hpa.conformance.environment.TestClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One contender in a sandbox of its own, looked at once a period. */
final class LoadRun {

  /** What sandbox and benchmark may take in a second with nothing to do but the simulation. */
  private static final Duration QUIET = Duration.ofMillis(200);

  private static final int LONGEST_UNQUIET_SECONDS = 30;

  private final LoadPlan plan;
  private final Contender contender;
  private final Path folder;
  private final Consumer<String> progress;

  private final List<PeriodFigures> periods = new ArrayList<>();
  private final List<Integer> gaps = new ArrayList<>();
  private final List<Integer> hungGaps = new ArrayList<>();
  private final List<Long> firsts = new ArrayList<>();
  private double cpuUntilMeasured;

  /**
   * @param folder takes what the contender says
   * @param progress is told what is going on
   */
  LoadRun(LoadPlan plan, Contender contender, Path folder, Consumer<String> progress) {
    this.plan = plan;
    this.contender = contender;
    this.folder = folder;
    this.progress = progress;
  }

  /** What placeholders in commands stand for. */
  static Map<String, String> values(LoadPlan plan, String kubeconfig, int port) {
    return Map.of(
        "kubeconfig",
        kubeconfig,
        "port",
        Integer.toString(port),
        "sync-period",
        plan.period().toSeconds() + "s");
  }

  /**
   * @throws TestClusterException when the contender does not start, or ends
   */
  Outcome run() throws IOException, TestClusterException {
    tell(
        "filling a sandbox with %,d pods and %,d autoscalers in %,d namespaces"
            .formatted(
                plan.population().pods(),
                plan.population().autoscalers(),
                plan.population().namespaces()));
    try (SandboxProcess sandbox = SandboxProcess.start(plan.population(), plan.javaOptions())) {
      tell("warming up the sandbox");
      WarmUp.of(Connection.of(sandbox.filled().kubeconfig()), plan.population(), sandbox::cpu);
      awaitQuiet(sandbox);
      Path kubeconfig = folder.resolve("kubeconfig");
      Files.writeString(kubeconfig, sandbox.filled().kubeconfig());
      int port = Implementation.freePort();
      Map<String, String> values = values(plan, kubeconfig.toString(), port);
      sandbox.look();
      long startMillis = System.currentTimeMillis();
      Path log = folder.resolve(contender.name() + ".log");
      try (Implementation running = Implementation.start(contender.command(), values, log)) {
        Watch watch = new Watch(sandbox, running, new MetricsScraper(port), startMillis);
        measure(watch);
        Recovery recovery = plan.overloads() ? recovery(watch) : null;
        return outcome(running, startMillis, recovery);
      }
    }
  }

  private void measure(Watch watch) throws IOException, TestClusterException {
    int begin = LoadPlan.MOST_PERIODS_TO_BEGIN;
    for (int number = 1; number <= begin + plan.warmUpPeriods() + plan.periods(); number++) {
      int counted = number - begin - plan.warmUpPeriods();
      if (plan.profile() == Profile.CHURN && counted % 2 == 1) {
        watch.sandbox.roll();
      }
      watch.period(counted > 0 ? Phase.MEASURED : Phase.BEFORE);
      if (number < begin && firsts.size() == plan.population().autoscalers()) {
        begin = number;
      }
    }
  }

  /** Overloads the API of External metrics for some periods, then waits for others. */
  private Recovery recovery(Watch watch) throws IOException, TestClusterException {
    double begin = watch.second();
    List<Integer> late = new ArrayList<>();
    long decided = 0;
    watch.sandbox.overload();
    for (int i = 0; i < LoadPlan.OVERLOAD_PERIODS; i++) {
      Seen seen = watch.period(Phase.OVERLOAD);
      decided += seen.decided();
      late.addAll(seen.gapMillis());
    }
    watch.sandbox.relieve(plan.period().plus(Recovery.TOLERANCE).toMillis());
    double end = watch.second();
    long endMillis = System.currentTimeMillis();
    for (int i = 0; i < LoadPlan.RECOVERY_PERIODS; i++) {
      late.addAll(watch.period(Phase.RECOVERY).gapMillis());
    }
    late.sort(null);
    return new Recovery(
        begin,
        end,
        (double) decided / LoadPlan.OVERLOAD_PERIODS,
        lateness(late),
        Recovery.seconds(watch.sandbox.backlog(), endMillis));
  }

  /** What a period is for. */
  private enum Phase {
    BEFORE,
    MEASURED,
    OVERLOAD,
    RECOVERY;

    @Override
    public String toString() {
      return this == MEASURED ? "period" : name().toLowerCase(Locale.ROOT);
    }
  }

  /** The contender and its sandbox, looked at once a period. */
  private final class Watch {
    private final SandboxProcess sandbox;
    private final Implementation running;
    private final MetricsScraper metrics;
    private final long startMillis;
    private Use before;
    private int number;

    Watch(
        SandboxProcess sandbox, Implementation running, MetricsScraper metrics, long startMillis) {
      this.sandbox = sandbox;
      this.running = running;
      this.metrics = metrics;
      this.startMillis = startMillis;
      this.before = new Use(Duration.ZERO, sandbox.cpu(), null);
    }

    double second() {
      return (System.currentTimeMillis() - startMillis) / 1e3;
    }

    /** Waits for the end of the next period. */
    Seen period(Phase phase) throws IOException, TestClusterException {
      number++;
      waitUntil(startMillis + number * plan.period().toMillis());
      requireRunning(running);
      Use now = new Use(cpu(running), sandbox.cpu(), metrics.reconciliations());
      Seen seen = sandbox.look();
      PeriodFigures figures =
          figures(seen, before, now, resident(running), startMillis, phase == Phase.MEASURED);
      note(seen, figures, now, phase);
      tell(line(phase, number, figures));
      before = now;
      return seen;
    }
  }

  private void note(Seen seen, PeriodFigures figures, Use now, Phase phase) {
    periods.add(figures);
    firsts.addAll(seen.firstMillis());
    if (figures.measured()) {
      gaps.addAll(seen.gapMillis());
      hungGaps.addAll(seen.hungGapMillis());
    } else if (phase == Phase.BEFORE) {
      cpuUntilMeasured = now.cpu().toNanos() / 1e9;
    }
  }

  /** What had been used up to a moment. */
  private record Use(Duration cpu, Duration sandboxCpu, @Nullable Long reconciled) {}

  private PeriodFigures figures(
      Seen seen, Use before, Use now, long residentBytes, long startMillis, boolean measured) {
    Long reconciled = now.reconciled();
    return new PeriodFigures(
        (seen.atMillis() - startMillis) / 1e3,
        measured,
        reconciled == null
            ? null
            : reconciled - (before.reconciled() == null ? 0 : before.reconciled()),
        seen.firstMillis().size() + seen.gapMillis().size() + seen.hungGapMillis().size(),
        seen.decided(),
        seen.unread(),
        lateness(seen.gapMillis()),
        lateness(seen.hungGapMillis()),
        seen.requests(),
        now.cpu().minus(before.cpu()).toNanos() / 1e9,
        residentBytes,
        now.sandboxCpu().minus(before.sandboxCpu()).toNanos() / 1e9);
  }

  private Outcome outcome(Implementation running, long startMillis, @Nullable Recovery recovery) {
    gaps.sort(null);
    hungGaps.sort(null);
    firsts.sort(null);
    int autoscalers = plan.population().autoscalers();
    return new Outcome(
        contender.name(),
        contender.command().text(),
        firsts.isEmpty() ? null : (firsts.getFirst() - startMillis) / 1e3,
        firsts.size() < autoscalers ? null : (firsts.getLast() - startMillis) / 1e3,
        cpuUntilMeasured,
        running.processes().stream().mapToLong(ProcessFigures::peakResidentBytes).sum(),
        lateness(gaps),
        lateness(hungGaps),
        recovery,
        List.copyOf(periods));
  }

  private @Nullable Lateness lateness(List<Integer> sortedGaps) {
    return sortedGaps.isEmpty() ? null : Lateness.of(sortedGaps, plan.period());
  }

  private static Duration cpu(Implementation running) {
    return running.processes().stream()
        .map(ProcessFigures::cpu)
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static long resident(Implementation running) {
    return running.processes().stream().mapToLong(ProcessFigures::residentBytes).sum();
  }

  private void requireRunning(Implementation running) throws TestClusterException {
    if (!running.isRunning()) {
      throw new TestClusterException(
          "%s has ended with status %d%s"
              .formatted(contender.name(), running.exitStatus(), running.logTail()));
    }
  }

  /** What Java still compiles, there and here, is not to be paid by the contender. */
  private static void awaitQuiet(SandboxProcess sandbox) {
    for (int second = 0; second < LONGEST_UNQUIET_SECONDS; second++) {
      Duration before = cpuOfStage(sandbox);
      waitUntil(System.currentTimeMillis() + 1000);
      if (cpuOfStage(sandbox).minus(before).compareTo(QUIET) < 0) {
        return;
      }
    }
  }

  private static Duration cpuOfStage(SandboxProcess sandbox) {
    return sandbox.cpu().plus(ProcessFigures.cpu(ProcessHandle.current()));
  }

  private static void waitUntil(long millis) {
    for (long left = millis - System.currentTimeMillis();
        left > 0;
        left = millis - System.currentTimeMillis()) {
      LockSupport.parkNanos(left * 1_000_000);
    }
  }

  private String line(Phase phase, int number, PeriodFigures figures) {
    Lateness late = figures.lateness();
    Long reconciled = figures.reconciled();
    return "%s %2d: %s looked at, %,d written%s%s, %,d requests, CPU %.2f s, %,d MB; sandbox %.2f s"
        .formatted(
            phase,
            number,
            reconciled == null ? "?" : "%,d".formatted(reconciled),
            figures.written(),
            figures.unread() == 0 ? "" : ", %,d miss a metric".formatted(figures.unread()),
            late == null ? "" : ", late %.2f s (99 %%)".formatted(late.p99()),
            figures.requestCount(),
            figures.cpuSeconds(),
            figures.residentBytes() / 1_000_000,
            figures.sandboxCpuSeconds());
  }

  private void tell(String what) {
    progress.accept(contender.name() + ": " + what);
  }
}
