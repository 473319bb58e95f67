package dev.hpa.controller.history;

import dev.hpa.api.SafeText;
import dev.hpa.core.Trace;
import dev.hpa.explanation.DecisionSentence;
import dev.hpa.explanation.TraceStep;
import dev.hpa.explanation.TraceText;
import dev.hpa.kube.memory.Limit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The explanation of one sync. Immutable.
 *
 * @param headline the autoscaler, the time, the result and its reason
 */
public record KeptTrace(Instant at, String headline, List<TraceStep> steps) {

  private static final String REST =
      "The rest is not kept: the explanation has more than "
          + Limit.TRACE_CHARS.asInt()
          + " characters.";

  public KeptTrace {
    steps = List.copyOf(steps);
  }

  /** The explanation of a decision at a time. */
  public static KeptTrace of(Instant at, Trace trace) {
    String why = SafeText.cut(DecisionSentence.of(trace), Limit.PROBLEM_CHARS.asInt());
    return new KeptTrace(
        at, "%s (%s)".formatted(TraceText.headline(trace), why), TraceText.steps(trace));
  }

  /**
   * One line for the headline and for each sentence. No line contains a control character. Ends
   * after the sentence in which it becomes too long.
   */
  String text() {
    StringBuilder text = new StringBuilder(headline);
    for (TraceStep step : steps) {
      String title = step.title();
      for (String sentence : step.sentences()) {
        text.append('\n').append(title).append('\t').append(sentence);
        if (text.length() > Limit.TRACE_CHARS.asInt()) {
          text.setLength(Limit.TRACE_CHARS.asInt());
          return text.append("\n\t").append(REST).toString();
        }
        title = "";
      }
    }
    return text.toString();
  }

  static KeptTrace parse(Instant at, String text) {
    String[] lines = text.split("\n", -1);
    List<TraceStep> steps = new ArrayList<>();
    String title = "";
    List<String> sentences = new ArrayList<>();
    for (int i = 1; i < lines.length; i++) {
      int tab = lines[i].indexOf('\t');
      if (tab > 0 && !sentences.isEmpty()) {
        steps.add(new TraceStep(title, sentences));
        sentences = new ArrayList<>();
      }
      if (tab > 0) {
        title = lines[i].substring(0, tab);
      }
      sentences.add(lines[i].substring(tab + 1));
    }
    if (!sentences.isEmpty()) {
      steps.add(new TraceStep(title, sentences));
    }
    return new KeptTrace(at, lines[0], steps);
  }
}
