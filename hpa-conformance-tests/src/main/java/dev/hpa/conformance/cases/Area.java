package dev.hpa.conformance.cases;

import java.util.List;

/** The cases of an area. */
interface Area {

  /** The cases, for an implementation with these settings. */
  List<Case> cases(Settings settings);
}
