package dev.hpa.sandbox.fields;

import java.util.ArrayDeque;
import java.util.Deque;

/** The current path of a walk through an object. */
final class FieldPath {

  private final Deque<PathElement> elements = new ArrayDeque<>();

  void enter(PathElement element) {
    elements.addLast(element);
  }

  void leave() {
    elements.removeLast();
  }

  /** Adds the current field; the root is not a field. */
  void addTo(FieldSet.Builder fields) {
    if (!elements.isEmpty()) {
      fields.add(elements);
    }
  }
}
