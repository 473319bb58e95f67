package dev.hpa.app.serving;

/** A handler of a path. Implementations are thread-safe. */
@FunctionalInterface
public interface Page {
  PageResponse answer(PageRequest ask);

  /** Whether requests with this method have a body; others are rejected if they have one. */
  default boolean readsBody(String method) {
    return false;
  }
}
