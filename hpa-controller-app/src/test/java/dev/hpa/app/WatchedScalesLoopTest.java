package dev.hpa.app;

import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.controller.ScaleReads;

/** The same with scales read from watches. */
class WatchedScalesLoopTest extends WholeLoopTest {

  @Override
  ControllerOptions options() {
    ControllerOptions defaults = ControllerOptions.DEFAULTS;
    return new ControllerOptions(
        defaults.settings(), defaults.syncPeriod(), defaults.workers(), ScaleReads.WATCH);
  }
}
