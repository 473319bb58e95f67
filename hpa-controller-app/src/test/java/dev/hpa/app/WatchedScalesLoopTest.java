package dev.hpa.app;

import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.controller.ScaleReads;

/** The same with scales read from watches. */
class WatchedScalesLoopTest extends WholeLoopTest {

  @Override
  ControllerOptions options() {
    return ControllerOptions.DEFAULTS.withScaleReads(ScaleReads.WATCH);
  }
}
