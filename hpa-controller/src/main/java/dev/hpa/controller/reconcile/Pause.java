package dev.hpa.controller.reconcile;

/** Lets the moment pass that lies between a conflict and the next attempt. */
@FunctionalInterface
public interface Pause {
  /**
   * @param attempt the attempts made so far, from 1
   */
  void after(int attempt);
}
