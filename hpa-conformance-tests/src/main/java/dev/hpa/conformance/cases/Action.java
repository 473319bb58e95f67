package dev.hpa.conformance.cases;

import java.io.IOException;

/**
 * An action of a case.
 *
 * @param text a short description
 * @param effect the change to the cluster
 */
public record Action(String text, Effect effect) {

  /** The change that an action makes. */
  @FunctionalInterface
  public interface Effect {
    void apply(CaseContext context) throws IOException, InterruptedException;
  }
}
