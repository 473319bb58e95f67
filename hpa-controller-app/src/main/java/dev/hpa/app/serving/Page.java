package dev.hpa.app.serving;

/** What is served at a path. Called by many threads at once. */
@FunctionalInterface
public interface Page {
  PageResponse answer(PageRequest ask);

  /** Whether a request with this method has a body; others are refused when they announce one. */
  default boolean readsBody(String method) {
    return false;
  }
}
