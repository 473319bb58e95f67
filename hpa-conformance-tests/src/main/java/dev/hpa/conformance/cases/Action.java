package dev.hpa.conformance.cases;

import java.io.IOException;

/**
 * Something a case does.
 *
 * @param text in words
 */
public record Action(String text, Deed deed) {

  /** What it does. */
  @FunctionalInterface
  public interface Deed {
    void on(CaseContext scene) throws IOException, InterruptedException;
  }
}
