package dev.hpa.app.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.app.controller.Cycle;
import dev.hpa.app.explain.TraceJson;
import dev.hpa.app.explain.TraceText;

/** What results hold of the way to them, under {@code trace}. */
public enum TraceForm {
  /** Nothing, and nothing is put together. */
  NONE,
  /** The structured trace. */
  STRUCTURED,
  /** The explanation as text. */
  SENTENCES;

  void addTo(ObjectNode result, Cycle cycle) {
    switch (this) {
      case NONE -> {}
      case STRUCTURED -> result.set("trace", TraceJson.tree(cycle.trace()));
      case SENTENCES -> result.put("trace", TraceText.of(cycle.trace()));
    }
  }
}
