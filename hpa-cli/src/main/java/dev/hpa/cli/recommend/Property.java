package dev.hpa.cli.recommend;

import dev.hpa.app.cli.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A group of properties that may be changed, as users select them. */
enum Property {
  TARGET,
  MIN,
  MAX,
  WINDOWS,
  POLICIES,
  TOLERANCE,
  OPTIONS,
  REQUESTS;

  private static final String BEHAVIOR = "behavior";
  private static final Set<Property> OF_BEHAVIOR = EnumSet.of(WINDOWS, POLICIES, TOLERANCE);

  /** What users write. */
  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Names() {
      super(Stream.of(values()).map(Property::text).toList());
      add(BEHAVIOR);
    }
  }

  /**
   * Reads names.
   *
   * @param option the option that has the names, for messages
   * @param names each a name in lower case, or {@code behavior} for its three properties
   * @throws UsageException if a name is unknown
   */
  static Set<Property> parse(String option, List<String> names) {
    Set<Property> found = EnumSet.noneOf(Property.class);
    for (String name : names) {
      if (name.equals(BEHAVIOR)) {
        found.addAll(OF_BEHAVIOR);
      } else {
        found.add(
            Arrays.stream(values())
                .filter(each -> each.text().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(option, name)));
      }
    }
    return found;
  }

  private static UsageException unknown(String option, String name) {
    String known = String.join(", ", new Names());
    return new UsageException(option + ": \"" + name + "\" is not a property; use " + known);
  }

  private String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
