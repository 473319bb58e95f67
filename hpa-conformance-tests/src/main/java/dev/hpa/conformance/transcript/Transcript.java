package dev.hpa.conformance.transcript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * All that was seen in a case, in order of time. Immutable.
 *
 * @param name of the case
 */
public record Transcript(String name, List<Observation> observations) {

  public Transcript {
    observations = List.copyOf(observations);
  }

  /** Everything of a kind. */
  public <T extends Observation> Stream<T> all(Class<T> kind) {
    return observations.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** When the last thing was seen, in milliseconds since the case began. */
  public long end() {
    return observations.isEmpty() ? 0 : observations.getLast().at();
  }

  /**
   * What was seen from the beginning of a step on, to the beginning of the next one. The newest
   * status each autoscaler had before stands right behind the beginning.
   */
  public Transcript step(int number) {
    List<Observation> found = new ArrayList<>();
    Map<String, Observation.Autoscaler> newest = new LinkedHashMap<>();
    boolean inside = false;
    for (Observation each : observations) {
      if (each instanceof Observation.Step step) {
        inside = step.number() == number;
      }
      if (inside) {
        found.add(each);
        if (each instanceof Observation.Step step) {
          newest.values().forEach(before -> found.add(before.at(step.at())));
        }
      } else if (each instanceof Observation.Autoscaler autoscaler && found.isEmpty()) {
        newest.put(autoscaler.name(), autoscaler);
      }
    }
    return new Transcript(name, found);
  }

  /** Whether a step was begun. */
  public boolean reached(int number) {
    return all(Observation.Step.class).anyMatch(step -> step.number() == number);
  }

  /** Without some of what was seen. */
  public Transcript without(Predicate<Observation> unseen) {
    return new Transcript(name, observations.stream().filter(unseen.negate()).toList());
  }

  /** With everything seen otherwise. */
  public Transcript map(UnaryOperator<Observation> otherwise) {
    return new Transcript(name, observations.stream().map(otherwise).toList());
  }

  /** With one thing more, at the place its time has. */
  public Transcript with(Observation more) {
    List<Observation> all = new ArrayList<>(observations);
    int place = 0;
    while (place < all.size() && all.get(place).at() <= more.at()) {
      place++;
    }
    all.add(place, more);
    return new Transcript(name, all);
  }
}
