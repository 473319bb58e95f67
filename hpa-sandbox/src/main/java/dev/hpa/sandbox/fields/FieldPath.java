package dev.hpa.sandbox.fields;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** The current path of a walk through an object. */
public final class FieldPath {

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

  @Override
  public String toString() {
    return elements.stream().map(Object::toString).collect(Collectors.joining());
  }
}
