package dev.hpa.cli.capacity;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.hpa.api.NamespacedName;
import dev.hpa.cli.simulate.Figures;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the targets of HPAs reserve.
 *
 * @param name a namespace, or that of the sum
 * @param targets how many are counted
 * @param rooms what quotas or nodes leave; empty if there are none
 * @param notes what is not counted, in a line each
 */
record Row(
    String name,
    int targets,
    Reserved now,
    Reserved atMax,
    List<Room> rooms,
    @JsonIgnore List<String> notes) {

  /**
   * What a quota or all nodes leave of a resource when all HPAs are at maxReplicas.
   *
   * @param in the name of the quota, or "nodes"
   * @param left negative if it does not suffice
   */
  record Room(
      ReservedResource resource,
      String in,
      @JsonSerialize(using = Figures.Rounded.class) double hard,
      @JsonSerialize(using = Figures.Rounded.class) double left) {

    /** Sums of fractions are not exact. */
    private static final double EXACT = 1e-9;

    @JsonProperty
    String verdict() {
      String amount = resource.text(Math.abs(left));
      return resource.text(hard)
          + (left < -EXACT ? ": " + amount + " short" : ": fits, " + amount + " left");
    }
  }

  static Row none(String name) {
    return new Row(name, 0, Reserved.NONE, Reserved.NONE, List.of(), List.of());
  }

  static Row failed(NamespacedName hpa, String problem) {
    return none(hpa.namespace())
        .with(List.of(), List.of("%s: not counted: %s".formatted(hpa, problem)));
  }

  /** The sum with what another row has, without rooms. */
  Row plus(Row other) {
    return new Row(
        name,
        targets + other.targets,
        now.plus(other.now),
        atMax.plus(other.atMax),
        List.of(),
        Stream.concat(notes.stream(), other.notes.stream()).toList());
  }

  Row with(List<Room> newRooms, List<String> newNotes) {
    return new Row(name, targets, now, atMax, newRooms, newNotes);
  }
}
