package dev.hpa.cli.evaluate;

import dev.hpa.spi.KubernetesApiException;
import java.util.List;

/** The faults of a step and how often each has been met. */
final class ScenarioFaults {

  private final List<Scenario.Fault> faults;
  private final int[] calls;

  ScenarioFaults(List<Scenario.Fault> faults) {
    this.faults = faults;
    this.calls = new int[faults.size()];
  }

  /**
   * Counts a call to an API and fails if it is one of those that should. Of several faults the
   * first that is due fails the call, which those after it do not count.
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
   * @param call how many calls the fault has counted before
   */
  private static boolean isDue(Scenario.Fault fault, int call) {
    return call >= fault.skip() && (fault.times() == 0 || call - fault.skip() < fault.times());
  }

  /** Names of external metrics arrive in lower case. */
  private static boolean concerns(Scenario.Fault fault, String metric) {
    String named = fault.metric();
    return named == null
        || (fault.api().equals("external.metrics.k8s.io")
            ? named.equalsIgnoreCase(metric)
            : named.equals(metric));
  }
}
