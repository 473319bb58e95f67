package dev.hpa.conformance.cases;

import java.util.List;

/** The cases of one rule area. */
interface Area {

  /** Returns the cases for an implementation that runs with these settings. */
  List<Case> cases(Settings settings);
}
