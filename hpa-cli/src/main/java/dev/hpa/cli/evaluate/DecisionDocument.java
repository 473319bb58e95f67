package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.controller.explain.TraceJson;
import dev.hpa.controller.explain.TraceText;
import dev.hpa.controller.reconcile.ReconcileResult;

/** What results hold of the way to them, under {@code trace}. */
public enum DecisionDocument {
  /** Nothing, and nothing is put together. */
  NONE,
  /** The structured trace. */
  STRUCTURED,
  /** The explanation as text. */
  SENTENCES;

  void addTo(ObjectNode result, ReconcileResult cycle) {
    switch (this) {
      case NONE -> {}
      case STRUCTURED -> result.set("trace", TraceJson.tree(cycle.trace()));
      case SENTENCES -> result.put("trace", TraceText.of(cycle.trace()));
    }
  }
}
