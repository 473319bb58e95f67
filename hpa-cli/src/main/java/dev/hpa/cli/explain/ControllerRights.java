package dev.hpa.cli.explain;

import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The permissions that the controller lacks, according to the conditions of an autoscaler. */
final class ControllerRights {

  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "User \"([^\"]{1,253})\" cannot (\\w{1,63}) resource \"([^\"]{1,253})\" in API group"
              + " \"([^\"]{0,253})\"( in the namespace \"[^\"]{1,253}\")?");

  private ControllerRights() {}

  /** One sentence for each condition that names one; empty if none does. */
  static String missing(HpaStatus status) {
    return status.conditionsOrEmpty().stream()
        .filter(each -> each.status().equals("False"))
        .map(ControllerRights::missing)
        .collect(Collectors.joining());
  }

  private static String missing(HpaCondition condition) {
    Matcher forbidden = FORBIDDEN.matcher(condition.message());
    return forbidden.find()
        ? "The controller lacks a permission (condition %s): grant \"%s\" to %s %s%s%s. This command uses the permissions of your user. "
            .formatted(
                condition.type(),
                forbidden.group(1),
                forbidden.group(2),
                forbidden.group(3),
                forbidden.group(4).isEmpty() ? "" : " of " + forbidden.group(4),
                forbidden.group(5) == null ? "" : forbidden.group(5))
        : "";
  }
}
