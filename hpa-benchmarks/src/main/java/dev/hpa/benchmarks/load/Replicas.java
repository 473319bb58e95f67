package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.ProcessUsage;
import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.environment.Implementation;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.sandbox.server.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The processes of a contender: one, or several replicas. Used by one thread. */
final class Replicas implements AutoCloseable {

  private final String name;
  private final List<Implementation> processes = new ArrayList<>();
  private final List<MetricsScraper> metrics = new ArrayList<>();

  private Replicas(String name) {
    this.name = name;
  }

  /**
   * @param kubeconfig of all replicas
   * @param folder where their logs are written
   */
  static Replicas start(
      LoadPlan plan, String name, CommandTemplate command, Path kubeconfig, Path folder)
      throws IOException, TestClusterException {
    Replicas started = new Replicas(name);
    try {
      for (int i = 1; i <= plan.replicas(); i++) {
        int port = FreePorts.next();
        started.processes.add(
            Implementation.start(
                command,
                LoadRun.values(plan, kubeconfig.toString(), port),
                folder.resolve(name + "-" + i + ".log")));
        started.metrics.add(new MetricsScraper(port));
      }
      return started;
    } catch (IOException | TestClusterException failure) {
      started.close();
      throw failure;
    }
  }

  /** The CPU time of all processes so far. */
  Duration cpu() {
    return handles().stream().map(ProcessUsage::cpu).reduce(Duration.ZERO, Duration::plus);
  }

  /** The resident memory of all processes, in bytes. */
  long residentBytes() {
    return sum(ProcessUsage::residentBytes);
  }

  /** The sum of the peaks of the resident memory of all processes, in bytes. */
  long peakResidentBytes() {
    return sum(ProcessUsage::peakResidentBytes);
  }

  private long sum(ToLongFunction<ProcessHandle> figure) {
    return handles().stream().mapToLong(figure).sum();
  }

  private List<ProcessHandle> handles() {
    return processes.stream().flatMap(each -> each.processes().stream()).toList();
  }

  /** The sums of the counters of all processes; null where a process does not have them. */
  Counters counters() {
    return metrics.stream()
        .map(MetricsScraper::counters)
        .reduce(Counters::plus)
        .orElse(Counters.NONE);
  }

  /**
   * @throws TestClusterException if a process has exited, with the end of its log
   */
  void requireRunning() throws TestClusterException {
    for (Implementation each : processes) {
      if (!each.isRunning()) {
        throw new TestClusterException(
            "%s: the controller exited with status %d%s"
                .formatted(name, each.exitStatus(), each.logTail()));
      }
    }
  }

  @Override
  public void close() {
    processes.forEach(Implementation::close);
  }
}
