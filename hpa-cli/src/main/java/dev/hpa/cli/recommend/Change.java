package dev.hpa.cli.recommend;

import java.util.List;
import java.util.stream.Collectors;

/** A property that a recommendation changes, with both values as the user knows them. */
record Change(String name, String from, String to) {

  /** The new values in one line. */
  static String text(List<Change> changes) {
    return changes.stream()
        .map(each -> each.name() + " " + each.to())
        .collect(Collectors.joining(", "));
  }
}
