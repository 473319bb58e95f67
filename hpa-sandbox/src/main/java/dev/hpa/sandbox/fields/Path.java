package dev.hpa.sandbox.fields;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** The way to where a walk through an object is. */
public final class Path {

  private final Deque<PathElement> elements = new ArrayDeque<>();

  void enter(PathElement element) {
    elements.addLast(element);
  }

  void leave() {
    elements.removeLast();
  }

  /** Adds the field at the place; the object itself is no field. */
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
