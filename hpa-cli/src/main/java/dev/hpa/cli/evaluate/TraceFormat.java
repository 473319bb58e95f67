package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.explanation.TraceJson;
import dev.hpa.explanation.TraceText;

/** The content of the field {@code trace} in results. */
public enum TraceFormat {
  /** No trace. */
  NONE,
  /** The structured trace. */
  STRUCTURED,
  /** The explanation as text. */
  SENTENCES,
  /** The structured trace, and the explanation in the field {@code sentences}. */
  BOTH;

  void addTo(ObjectNode result, ReconcileResult cycle) {
    switch (this) {
      case NONE -> {}
      case STRUCTURED -> result.set("trace", TraceJson.tree(cycle.trace()));
      case SENTENCES -> result.put("trace", TraceText.of(cycle.trace()));
      case BOTH -> {
        result.set("trace", TraceJson.tree(cycle.trace()));
        result.put("sentences", TraceText.of(cycle.trace()));
      }
    }
  }
}
