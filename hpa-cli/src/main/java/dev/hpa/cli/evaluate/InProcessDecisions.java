package dev.hpa.cli.evaluate;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.conformance.decisions.DecisionSubject;

/** This project's decisions, for the conformance suite in the same JVM. */
public final class InProcessDecisions implements DecisionSubject {

  private final ScenarioStream stream =
      new ScenarioStream(1, TraceFormat.NONE, KubernetesVersion.DEFAULT);
  private int lines;

  @Override
  public String answer(String scenario) {
    return stream.evaluate(scenario, ++lines);
  }
}
