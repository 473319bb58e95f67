package dev.hpa.app.evaluate;

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

  /** Counts a call to an API and fails if it is one of those that should. */
  void check(String api, String metric) throws KubernetesApiException {
    KubernetesApiException failure = null;
    for (int i = 0; i < faults.size(); i++) {
      Scenario.Fault fault = faults.get(i);
      if (fault.api().equals(api) && concerns(fault, metric)) {
        int call = calls[i]++;
        boolean due =
            call >= fault.skip() && (fault.times() == 0 || call < fault.skip() + fault.times());
        if (due && failure == null) {
          failure = new KubernetesApiException(fault.code(), fault.reason(), fault.message(), null);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
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
