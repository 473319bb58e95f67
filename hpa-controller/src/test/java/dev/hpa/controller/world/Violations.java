package dev.hpa.controller.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The rules that did not hold in a run. */
@SuppressWarnings("AnnotateFormatMethod") // The annotation is in no library of the tests.
final class Violations {

  private final World world;
  private final List<Violation> all = new ArrayList<>();

  /** The rules, as the table of planted faults names them. */
  enum Rule {
    ONE_WRITER,
    LEASE_KEPT,
    LEASE_TRUE,
    TAKEN_OVER,
    WITHIN_BOUNDS,
    WINDOW_KEPT,
    HISTORY_KEPT,
    NO_HOT_LOOP,
    RESUMED,
    READ_AGAIN,
    RECONCILED_AGAIN,
    PROMPT,
    SETTLED,
    SHARED,
    STATUS_TRUE,
    CACHES_CURRENT,
    READY,
    NO_UNEXPECTED_FAILURE,
    ENDS,
    REPEATABLE
  }

  /** A rule that did not hold. */
  record Violation(Rule rule, Instant at, String text) {
    @Override
    public String toString() {
      return rule + " after " + Duration.between(World.START, at).toSeconds() + " s: " + text;
    }
  }

  Violations(World world) {
    this.world = world;
  }

  List<Violation> all() {
    return all;
  }

  void require(boolean condition, Rule rule, String format, Object... arguments) {
    if (!condition) {
      Violation violation = new Violation(rule, world.now(), format.formatted(arguments));
      world.log("VIOLATED: %s", violation);
      all.add(violation);
    }
  }
}
