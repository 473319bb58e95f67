package dev.hpa.conformance.transcript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * All observations of a case in chronological order. Immutable.
 *
 * @param name the name of the case
 */
public record Transcript(String name, List<Observation> observations) {

  public Transcript {
    observations = List.copyOf(observations);
  }

  /** Returns the observations of a kind. */
  public <T extends Observation> Stream<T> all(Class<T> kind) {
    return observations.stream().filter(kind::isInstance).map(kind::cast);
  }

  /**
   * Returns the requests of the implementation with a method and path.
   *
   * @param path path and query; {@code *} matches any text
   */
  Stream<Observation.Request> requests(String method, String path) {
    Glob glob = new Glob(path);
    return all(Observation.Request.class)
        .filter(each -> each.method().equals(method) && glob.matches(each.path()));
  }

  /** Returns the writes to the scale of a target. */
  Stream<Observation.Scaled> writes(String target) {
    return all(Observation.Scaled.class).filter(each -> each.target().equals(target));
  }

  /** Returns the time of the first step, in milliseconds since the start of the case. */
  long started() {
    return all(Observation.Step.class).findFirst().map(Observation.Step::at).orElse(0L);
  }

  /** Returns the time of the last observation, in milliseconds since the start of the case. */
  public long end() {
    return observations.isEmpty() ? 0 : observations.getLast().at();
  }

  /**
   * Returns the observations from the start of a step to the start of the next one. The latest
   * earlier status of each HPA follows the start of the step.
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

  /** Whether a step started. */
  public boolean reached(int number) {
    return all(Observation.Step.class).anyMatch(step -> step.number() == number);
  }

  /** Returns a copy without the observations that match. */
  public Transcript without(Predicate<Observation> removed) {
    return new Transcript(name, observations.stream().filter(removed.negate()).toList());
  }

  /** Returns a copy with every observation replaced. */
  public Transcript map(UnaryOperator<Observation> change) {
    return new Transcript(name, observations.stream().map(change).toList());
  }

  /** Returns a copy with another observation, inserted by its time. */
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
