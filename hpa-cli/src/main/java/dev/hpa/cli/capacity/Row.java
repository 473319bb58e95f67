package dev.hpa.cli.capacity;

import dev.hpa.api.NamespacedName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the targets of HPAs reserve.
 *
 * @param name a namespace, or that of the sum
 * @param rooms what quotas or nodes leave; empty if there are none
 */
record Row(String name, int targets, Reserved now, Reserved atMax, List<Room> rooms) {

  /**
   * What the target of an HPA reserves.
   *
   * @param notes what is not counted, in a line each
   */
  record Need(
      NamespacedName name, boolean isCounted, Reserved now, Reserved atMax, List<String> notes) {

    static Need failed(NamespacedName name, String problem) {
      return new Need(
          name, false, Reserved.NONE, Reserved.NONE, List.of(name + ": not counted: " + problem));
    }

    private Row row(String name) {
      return new Row(name, 1, now, atMax, List.of());
    }
  }

  /** The sum of what is counted. */
  static Row sum(String name, List<Need> needs) {
    return needs.stream()
        .map(each -> each.row(name))
        .reduce(
            new Row(name, 0, Reserved.NONE, Reserved.NONE, List.of()),
            (a, b) ->
                new Row(
                    name,
                    a.targets + b.targets,
                    a.now.plus(b.now),
                    a.atMax.plus(b.atMax),
                    List.of()));
  }

  Row with(List<Room> other) {
    return new Row(name, targets, now, atMax, other);
  }

  List<String> cells(boolean isPriced) {
    List<String> cells = new ArrayList<>(List.of(name, String.valueOf(targets)));
    for (ReservedResource each : ReservedResource.values()) {
      cells.add(Reserved.text(now.of(each)));
      cells.add(Reserved.text(atMax.of(each)));
    }
    if (isPriced) {
      cells.add(Reserved.text(now.costPerHour()));
      cells.add(Reserved.text(atMax.costPerHour()));
    }
    cells.add(rooms.stream().map(Room::verdict).collect(Collectors.joining("; ")));
    return cells;
  }
}
