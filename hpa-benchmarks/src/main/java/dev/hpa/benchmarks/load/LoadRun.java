package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Connection;
import dev.hpa.benchmarks.setup.Contender;
import dev.hpa.benchmarks.setup.CpuLimit;
import dev.hpa.benchmarks.setup.Observation;
import dev.hpa.benchmarks.setup.ProcessUsage;
import dev.hpa.benchmarks.setup.SandboxProcess;
import dev.hpa.benchmarks.setup.SandboxSetup;
import dev.hpa.benchmarks.setup.WarmUp;
import dev.hpa.conformance.environment.CommandTemplate;
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

/** One contender in a separate sandbox, sampled once per period. */
final class LoadRun {

  /** CPU time of an idle sandbox and benchmark in 1 s. */
  private static final Duration IDLE = Duration.ofMillis(200);

  private static final int MAX_BUSY_SECONDS = 30;

  /** Between two samples of the CPU time while the contender starts. */
  private static final int SAMPLE_MILLIS = 200;

  private final LoadPlan plan;
  private final Contender contender;
  private final Path folder;
  private final Consumer<String> progress;

  private final List<PeriodFigures> periods = new ArrayList<>();
  private final List<Integer> gaps = new ArrayList<>();
  private final List<Integer> hungGaps = new ArrayList<>();
  private final List<Long> firsts = new ArrayList<>();
  private final CpuSamples startup = new CpuSamples();
  private double cpuUntilMeasured;

  /**
   * @param folder folder for the kubeconfig and the log of the contender
   * @param progress receives progress messages
   */
  LoadRun(LoadPlan plan, Contender contender, Path folder, Consumer<String> progress) {
    this.plan = plan;
    this.contender = contender;
    this.folder = folder;
    this.progress = progress;
  }

  /** Returns the values of the placeholders of commands. */
  static Map<String, String> values(LoadPlan plan, String kubeconfig, int port) {
    return Map.of(
        "kubeconfig",
        kubeconfig,
        "port",
        Integer.toString(port),
        "shards",
        Integer.toString(plan.shards()),
        "sync-period",
        plan.period().toSeconds() + "s");
  }

  /**
   * @throws TestClusterException if the contender does not start, or exits
   */
  Outcome run() throws IOException, TestClusterException {
    report(
        "filling a sandbox with %,d pods and %,d HPAs in %,d namespaces"
            .formatted(
                plan.population().pods(),
                plan.population().autoscalers(),
                plan.population().namespaces()));
    try (SandboxProcess sandbox =
        SandboxProcess.start(
            SandboxSetup.of(plan.population(), plan.version()), plan.javaOptions())) {
      report("warming up the sandbox");
      WarmUp.of(Connection.of(sandbox.filled().kubeconfig()), plan.population(), sandbox::cpu);
      awaitIdle(sandbox);
      if (plan.population().mixed()) {
        sandbox.slowDown();
      }
      Path kubeconfig = folder.resolve("kubeconfig");
      Files.writeString(kubeconfig, sandbox.filled().kubeconfig());
      sandbox.observe();
      long startMillis = System.currentTimeMillis();
      try (CpuLimit limit = plan.cpuMilli() == null ? null : CpuLimit.of(plan.cpuMilli());
          Replicas running =
              Replicas.start(plan, contender.name(), command(limit), kubeconfig, folder)) {
        Sampler sampler = new Sampler(sandbox, running, startMillis);
        measure(sampler);
        Recovery recovery = plan.overloads() ? recovery(sampler) : null;
        return outcome(running, startMillis, recovery);
      }
    }
  }

  private CommandTemplate command(@Nullable CpuLimit limit) {
    return limit == null ? contender.command() : contender.command().after(limit.prefix());
  }

  private void measure(Sampler sampler) throws IOException, TestClusterException {
    int begin = LoadPlan.MAX_PERIODS_TO_BEGIN;
    for (int number = 1; number <= begin + plan.warmUpPeriods() + plan.periods(); number++) {
      int counted = number - begin - plan.warmUpPeriods();
      if (plan.profile() == Profile.CHURN && counted % 2 == 1) {
        sampler.sandbox.roll();
      }
      sampler.period(counted > 0 ? Phase.MEASURED : Phase.WARM_UP);
      if (number < begin && firsts.size() == plan.population().autoscalers()) {
        begin = number;
      }
    }
  }

  /** Overloads the API of External metrics, and measures the recovery. */
  private Recovery recovery(Sampler sampler) throws IOException, TestClusterException {
    double begin = sampler.second();
    List<Integer> late = new ArrayList<>();
    long decided = 0;
    sampler.sandbox.overload();
    for (int i = 0; i < LoadPlan.OVERLOAD_PERIODS; i++) {
      Observation observed = sampler.period(Phase.OVERLOAD);
      decided += observed.decided();
      late.addAll(observed.gapMillis());
    }
    sampler.sandbox.endOverload(plan.period().plus(Recovery.TOLERANCE).toMillis());
    double end = sampler.second();
    long endMillis = System.currentTimeMillis();
    for (int i = 0; i < LoadPlan.RECOVERY_PERIODS; i++) {
      late.addAll(sampler.period(Phase.RECOVERY).gapMillis());
    }
    late.sort(null);
    return new Recovery(
        begin,
        end,
        (double) decided / LoadPlan.OVERLOAD_PERIODS,
        lateness(late),
        Recovery.seconds(sampler.sandbox.backlog(), endMillis));
  }

  /** Phase of a run. */
  private enum Phase {
    WARM_UP,
    MEASURED,
    OVERLOAD,
    RECOVERY;

    @Override
    public String toString() {
      return this == MEASURED ? "period" : name().toLowerCase(Locale.ROOT);
    }
  }

  /** Samples the contender and its sandbox once per period. */
  private final class Sampler {
    private final SandboxProcess sandbox;
    private final Replicas running;
    private final long startMillis;
    private CumulativeUsage before;
    private int number;

    Sampler(SandboxProcess sandbox, Replicas running, long startMillis) {
      this.sandbox = sandbox;
      this.running = running;
      this.startMillis = startMillis;
      this.before = new CumulativeUsage(Duration.ZERO, sandbox.cpu(), Counters.NONE);
    }

    double second() {
      return (System.currentTimeMillis() - startMillis) / 1e3;
    }

    /** Waits for the end of the next period and samples it. */
    Observation period(Phase phase) throws IOException, TestClusterException {
      number++;
      long end = startMillis + number * plan.period().toMillis();
      while (firsts.size() < plan.population().autoscalers()
          && System.currentTimeMillis() + SAMPLE_MILLIS < end) {
        startup.add(System.currentTimeMillis(), running.cpu());
        waitUntil(System.currentTimeMillis() + SAMPLE_MILLIS);
      }
      waitUntil(end);
      running.requireRunning();
      CumulativeUsage now = new CumulativeUsage(running.cpu(), sandbox.cpu(), running.counters());
      Observation observed = sandbox.observe();
      PeriodFigures figures =
          figures(
              observed, before, now, running.residentBytes(), startMillis, phase == Phase.MEASURED);
      record(observed, figures, now, phase);
      report(line(phase, number, figures));
      startup.add(System.currentTimeMillis(), now.cpu());
      before = now;
      return observed;
    }
  }

  private void record(
      Observation observed, PeriodFigures figures, CumulativeUsage now, Phase phase) {
    periods.add(figures);
    firsts.addAll(observed.firstMillis());
    if (figures.measured()) {
      gaps.addAll(observed.gapMillis());
      hungGaps.addAll(observed.hungGapMillis());
    } else if (phase == Phase.WARM_UP) {
      cpuUntilMeasured = now.cpu().toNanos() / 1e9;
    }
  }

  /** Cumulative resource usage since the start. */
  private record CumulativeUsage(Duration cpu, Duration sandboxCpu, Counters counters) {}

  private PeriodFigures figures(
      Observation observed,
      CumulativeUsage before,
      CumulativeUsage now,
      long residentBytes,
      long startMillis,
      boolean measured) {
    Counters increase = now.counters().since(before.counters());
    return new PeriodFigures(
        (observed.atMillis() - startMillis) / 1e3,
        measured,
        increase.reconciliations(),
        increase.allocatedBytes(),
        observed.firstMillis().size()
            + observed.gapMillis().size()
            + observed.hungGapMillis().size(),
        observed.decided(),
        observed.missingMetric(),
        lateness(observed.gapMillis()),
        lateness(observed.hungGapMillis()),
        observed.requests(),
        now.cpu().minus(before.cpu()).toNanos() / 1e9,
        residentBytes,
        now.sandboxCpu().minus(before.sandboxCpu()).toNanos() / 1e9);
  }

  private Outcome outcome(Replicas running, long startMillis, @Nullable Recovery recovery) {
    gaps.sort(null);
    hungGaps.sort(null);
    firsts.sort(null);
    int autoscalers = plan.population().autoscalers();
    return new Outcome(
        contender.name(),
        contender.command().text(),
        FirstDecisions.of(firsts, startMillis, autoscalers),
        firsts.size() < autoscalers ? null : startup.secondsAt(firsts.getLast()),
        cpuUntilMeasured,
        running.peakResidentBytes(),
        lateness(gaps),
        lateness(hungGaps),
        recovery,
        List.copyOf(periods));
  }

  private @Nullable Lateness lateness(List<Integer> sortedGaps) {
    return sortedGaps.isEmpty() ? null : Lateness.of(sortedGaps, plan.period());
  }

  /** Waits until the JIT compilers of both processes no longer compete with the contender. */
  private static void awaitIdle(SandboxProcess sandbox) {
    for (int second = 0; second < MAX_BUSY_SECONDS; second++) {
      Duration before = cpuOfSandboxAndBenchmark(sandbox);
      waitUntil(System.currentTimeMillis() + 1000);
      if (cpuOfSandboxAndBenchmark(sandbox).minus(before).compareTo(IDLE) < 0) {
        return;
      }
    }
  }

  private static Duration cpuOfSandboxAndBenchmark(SandboxProcess sandbox) {
    return sandbox.cpu().plus(ProcessUsage.cpu(ProcessHandle.current()));
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
    return "%s %2d: %s reconciled, %,d written%s%s, %,d requests, CPU %.2f s, %,d MB; sandbox %.2f s"
        .formatted(
            phase,
            number,
            reconciled == null ? "?" : "%,d".formatted(reconciled),
            figures.written(),
            figures.missingMetric() == 0
                ? ""
                : ", %,d missing a metric".formatted(figures.missingMetric()),
            late == null ? "" : ", lateness p99 %.2f s".formatted(late.p99()),
            figures.requestCount(),
            figures.cpuSeconds(),
            figures.residentBytes() / 1_000_000,
            figures.sandboxCpuSeconds());
  }

  private void report(String message) {
    progress.accept(contender.name() + ": " + message);
  }
}
