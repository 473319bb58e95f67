package dev.hpa.cli.demo;

/** Shows a demonstration while it runs. */
interface DemoView extends AutoCloseable {

  /** Shows where things stand; called several times a second. */
  void show(DemoRecorder.State state);

  @Override
  default void close() {}
}
