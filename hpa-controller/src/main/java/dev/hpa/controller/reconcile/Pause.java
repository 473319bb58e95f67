package dev.hpa.controller.reconcile;

/** Waits between a write conflict and the next attempt. */
@FunctionalInterface
public interface Pause {
  /**
   * @param attempt the attempts made so far, from 1
   */
  void after(int attempt);
}
