package dev.hpa.cli.evaluate;

import dev.hpa.spi.KubernetesApiException;
import java.util.List;

/** The faults of a step, with their call counts. */
final class ScenarioFaults {

  private final List<Scenario.Fault> faults;
  private final int[] calls;

  ScenarioFaults(List<Scenario.Fault> faults) {
    this.faults = faults;
    this.calls = new int[faults.size()];
  }

  /**
   * Counts a call to an API and fails it if a fault applies. If several apply, the first fails the
   * call, and the following do not count it.
   */
  void check(String api, String metric) throws KubernetesApiException {
    for (int i = 0; i < faults.size(); i++) {
      Scenario.Fault fault = faults.get(i);
      if (fault.api().equals(api) && concerns(fault, metric)) {
        int call = calls[i]++;
        if (isDue(fault, call)) {
          throw new KubernetesApiException(fault.code(), fault.reason(), fault.message(), null);
        }
      }
    }
  }

  /**
   * @param call number of calls counted before
   */
  private static boolean isDue(Scenario.Fault fault, int call) {
    return call >= fault.skip() && (fault.times() == 0 || call - fault.skip() < fault.times());
  }

  /** Names of external metrics are in lower case in requests. */
  private static boolean concerns(Scenario.Fault fault, String metric) {
    String named = fault.metric();
    return named == null
        || (fault.api().equals("external.metrics.k8s.io")
            ? named.equalsIgnoreCase(metric)
            : named.equals(metric));
  }
}
