package dev.hpa.app.serving;

/** What is served at a path. Called by many threads at once. */
@FunctionalInterface
public interface Page {
  Reply answer(Ask ask);
}
