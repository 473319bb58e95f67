package dev.hpa.explanation;

import java.util.List;

/**
 * One step of an explanation, such as a metric or the stabilization. Immutable.
 *
 * @param title of the step, at most 15 characters
 * @param sentences of the step, in order; each is one line without control characters
 */
public record TraceStep(String title, List<String> sentences) {

  public TraceStep {
    sentences = List.copyOf(sentences);
  }
}
