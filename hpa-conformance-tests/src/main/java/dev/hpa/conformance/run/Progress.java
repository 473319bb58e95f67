package dev.hpa.conformance.run;

/** Receives the progress of a run. Implementations are thread-safe. */
public interface Progress {

  /** The run starts with this number of cases. */
  void started(int cases);

  /** A phase of the run starts. */
  void phase(String description);

  /** A case started. */
  void caseStarted(String name);

  /** A case finished. */
  void caseFinished(CaseResult result);
}
