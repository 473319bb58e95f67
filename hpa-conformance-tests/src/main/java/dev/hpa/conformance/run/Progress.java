package dev.hpa.conformance.run;

/** Is told how a run goes on, by many threads. */
public interface Progress {

  /** So many cases will run. */
  void begins(int cases);

  /** Something happens that takes a while. */
  void does(String what);

  /** A case has begun. */
  void began(String name);

  /** A case has ended. */
  void ended(CaseResult result);
}
