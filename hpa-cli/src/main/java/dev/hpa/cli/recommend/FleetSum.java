package dev.hpa.cli.recommend;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the analyzed HPAs of a namespace or of a team cost today, and what their recommendations
 * save.
 *
 * @param by "namespace" or "team"
 * @param name empty for the HPAs without a team
 */
record FleetSum(
    String by, String name, int autoscalers, double podHoursPerDay, double savedPodHoursPerDay) {

  /** The sums of several namespaces, and of teams if they were asked for, largest saving first. */
  static List<FleetSum> of(List<FleetRow> rows) {
    List<FleetSum> namespaces = by("namespace", rows, row -> row.name().namespace());
    return Stream.of(
            namespaces.size() > 1 ? namespaces : List.<FleetSum>of(),
            rows.stream().anyMatch(row -> row.team() != null)
                ? by("team", rows, row -> Objects.requireNonNullElse(row.team(), ""))
                : List.<FleetSum>of())
        .flatMap(List::stream)
        .toList();
  }

  private static List<FleetSum> by(
      String by, List<FleetRow> rows, Function<FleetRow, String> group) {
    return rows.stream()
        .filter(row -> row.problem() == null)
        .collect(Collectors.groupingBy(group, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(
            each ->
                new FleetSum(
                    by,
                    each.getKey(),
                    each.getValue().size(),
                    each.getValue().stream().mapToDouble(FleetRow::today).sum(),
                    each.getValue().stream().mapToDouble(FleetRow::saved).sum()))
        .sorted(Comparator.comparingDouble(FleetSum::savedPodHoursPerDay).reversed())
        .toList();
  }
}
