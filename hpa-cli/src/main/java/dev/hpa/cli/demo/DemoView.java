package dev.hpa.cli.demo;

/** Displays a running demo. */
interface DemoView extends AutoCloseable {

  /** Displays the current state; called several times per second. */
  void show(DemoRecorder.State state);

  @Override
  default void close() {}
}
