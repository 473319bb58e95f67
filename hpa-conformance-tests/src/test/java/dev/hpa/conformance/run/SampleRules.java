package dev.hpa.conformance.run;

import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.Rule;
import dev.hpa.conformance.rules.RuleCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules whose ids name their level. */
final class SampleRules {

  static final RuleCatalog ALL =
      RuleCatalog.of(
          List.of(
              rule("REQUIRED-1", Level.REQUIRED, null),
              rule("REQUIRED-2", Level.REQUIRED, null),
              rule("OPTIONAL-1", Level.OPTIONAL, null),
              rule("CONDITIONS-16", Level.OPTIONAL, null),
              rule("EVENTS-11", Level.OPTIONAL, null),
              rule("UNTESTED-1", Level.REQUIRED, "not observable.")));

  private SampleRules() {}

  private static Rule rule(String id, Level level, @Nullable String untested) {
    return new Rule(id, level, "It does " + id, "users need it", "the loop", "source", untested);
  }
}
