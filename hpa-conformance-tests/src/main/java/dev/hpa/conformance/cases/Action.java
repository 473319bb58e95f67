package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;

/**
 * An action of a case.
 *
 * @param text a short description, which is complete unless there are manifests
 * @param manifests the objects that it creates, with the status that the suite sets
 * @param effect the change to the cluster
 */
public record Action(Kind kind, String text, List<JsonNode> manifests, Effect effect) {

  public Action {
    manifests = List.copyOf(manifests);
  }

  /** Creates an action without manifests. */
  public Action(Kind kind, String text, Effect effect) {
    this(kind, text, List.of(), effect);
  }

  /** What an action changes. */
  public enum Kind {
    /** Objects in the API server. */
    OBJECT,
    /** Values of the metrics APIs. */
    METRIC,
    /** Responses to requests of the implementation. */
    FAULT,
    /** The process of the implementation. */
    RESTART,
    /** Nothing; time passes. */
    WAIT
  }

  /** The change that an action makes. */
  @FunctionalInterface
  public interface Effect {
    void apply(CaseContext context) throws IOException, InterruptedException;
  }
}
