package dev.hpa.cli.recommend;

import dev.hpa.simulation.ReplayFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/**
 * Searches settings: first samples around the present one, then neighbors and mixtures of the best,
 * and last the settings with the fewest changes among equals.
 *
 * <p>All random choices are made before a batch is replayed, and the size of a batch does not
 * depend on the machine: the same seed gives the same result with any number of cores. Used once.
 */
final class Search {
  private static final int BATCH = 24;
  private static final int PARENTS = 4;
  private static final double SAMPLED = 0.3;

  /** A setting with fewer changes replaces one that saves less than this share more. */
  private static final double EQUAL_COST = 0.005;

  private final SearchSpace space;
  private final List<Goal> goals;
  private final Function<List<Integer>, ReplayFigures> replay;
  private final int budget;
  private final ObjIntConsumer<Search> progress;
  private final Random random;
  private final Map<List<Integer>, Candidate> known = new LinkedHashMap<>();

  /**
   * @param goals the goals for which the cheapest settings are searched
   * @param replay replays a setting; called by several threads
   * @param budget the most replays
   * @param progress receives this and the number of replays so far, on the calling thread
   */
  Search(
      SearchSpace space,
      List<Goal> goals,
      Function<List<Integer>, ReplayFigures> replay,
      long seed,
      int budget,
      ObjIntConsumer<Search> progress) {
    this.space = space;
    this.goals = List.copyOf(goals);
    this.replay = replay;
    this.budget = budget;
    this.progress = progress;
    this.random = new Random(seed);
  }

  /** All settings that were replayed, the present one first. */
  List<Candidate> run() {
    return run(List.of());
  }

  /**
   * Searches from settings that are known to be good, instead of random ones.
   *
   * @param good empty if none are known
   * @return all settings that were replayed, the present one first
   */
  List<Candidate> run(List<List<Integer>> good) {
    evaluate(List.of(space.present()));
    if (good.isEmpty()) {
      sample();
    } else {
      evaluate(good);
    }
    int barren = 0;
    while (known.size() < budget && barren < 3) {
      int before = known.size();
      evaluate(neighbors());
      evaluate(children());
      barren = known.size() == before ? barren + 1 : 0;
    }
    return List.copyOf(known.values());
  }

  /** Random changes of the present setting, from one dimension to all. */
  private void sample() {
    int wanted = (int) (SAMPLED * budget);
    for (int attempts = 0; known.size() < wanted && attempts < wanted; attempts += BATCH) {
      List<List<Integer>> batch = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        List<Integer> setting = space.present();
        int changes = 1 + random.nextInt(space.dimensions().size());
        for (int c = 0; c < changes; c++) {
          setting = anyChoice(setting, random.nextInt(space.dimensions().size()));
        }
        batch.add(setting);
      }
      evaluate(batch);
    }
  }

  private List<Integer> anyChoice(List<Integer> setting, int dimension) {
    int size = space.dimensions().get(dimension).choices().size();
    return SearchSpace.changed(setting, dimension, random.nextInt(size));
  }

  /** The settings one step away from the best of each goal. */
  private List<List<Integer>> neighbors() {
    Set<List<Integer>> found = new LinkedHashSet<>();
    for (Goal goal : goals) {
      List<Integer> best = best(goal, 1).getFirst().setting();
      for (int i = 0; i < best.size(); i++) {
        for (int step : new int[] {-1, 1}) {
          int choice = best.get(i) + step;
          if (choice >= 0 && choice < space.dimensions().get(i).choices().size()) {
            found.add(SearchSpace.changed(best, i, choice));
          }
        }
      }
    }
    return List.copyOf(found);
  }

  /** Mixtures and changes of good settings. */
  private List<List<Integer>> children() {
    List<Candidate> parents = new ArrayList<>();
    goals.forEach(goal -> parents.addAll(best(goal, PARENTS)));
    List<List<Integer>> batch = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      List<Integer> one = parents.get(random.nextInt(parents.size())).setting();
      List<Integer> other = parents.get(random.nextInt(parents.size())).setting();
      List<Integer> child = new ArrayList<>(one);
      for (int d = 0; d < child.size(); d++) {
        child.set(d, random.nextBoolean() ? one.get(d) : other.get(d));
      }
      List<Integer> changed = anyChoice(child, random.nextInt(child.size()));
      batch.add(random.nextBoolean() ? changed : anyChoice(changed, random.nextInt(child.size())));
    }
    return batch;
  }

  /** The settings that meet the goals best, each once. */
  List<List<Integer>> shortlist(int ofEachGoal) {
    return goals.stream()
        .flatMap(goal -> best(goal, ofEachGoal).stream())
        .map(Candidate::setting)
        .distinct()
        .toList();
  }

  /** The best of the settings so far, the best first. */
  List<Candidate> best(Goal goal, int count) {
    return known.values().stream().sorted(Candidate.best(goal)).limit(count).toList();
  }

  private void evaluate(List<List<Integer>> batch) {
    List<List<Integer>> fresh =
        batch.stream()
            .distinct()
            .filter(each -> !known.containsKey(each) && space.isValid(each))
            .limit(Math.max(0, budget - known.size()))
            .toList();
    fresh.parallelStream()
        .map(each -> new Candidate(each, replay.apply(each)))
        .toList()
        .forEach(each -> known.put(each.setting(), each));
    progress.accept(this, known.size());
  }

  /**
   * The best candidate for each goal, without the changes that save next to nothing, or little for
   * much more unserved demand. Replays further settings.
   *
   * @return in the order of the goals
   */
  List<Candidate> simplest() {
    List<Candidate> best = goals.stream().map(each -> best(each, 1).getFirst()).toList();
    return IntStream.range(0, goals.size())
        .parallel()
        .mapToObj(i -> simplified(best.get(i), goals.get(i)))
        .toList();
  }

  private Candidate simplified(Candidate found, Goal goal) {
    Candidate best = found;
    for (int dimension : space.changesOf(best.setting())) {
      int today = space.dimensions().get(dimension).today();
      List<Integer> simpler = SearchSpace.changed(best.setting(), dimension, today);
      if (space.isValid(simpler)) {
        Candidate candidate = replayed(simpler);
        if (isBetter(candidate, best, goal)) {
          best = candidate;
        }
      }
    }
    return best;
  }

  /** A setting with its figures; replays it if that was not done. Thread-safe. */
  Candidate replayed(List<Integer> setting) {
    Candidate before;
    synchronized (known) {
      before = known.get(setting);
    }
    if (before != null) {
      return before;
    }
    Candidate candidate = new Candidate(setting, replay.apply(setting));
    synchronized (known) {
      known.put(setting, candidate);
    }
    return candidate;
  }

  private static boolean isBetter(Candidate simpler, Candidate best, Goal goal) {
    boolean isAsCheap =
        simpler.figures().podHours() <= best.figures().podHours() * (1 + EQUAL_COST);
    return goal.violation(simpler.figures()) <= goal.violation(best.figures())
        && (isAsCheap || goal.isPoorTrade(best.figures(), simpler.figures()));
  }

  /**
   * The settings that no other one dominates in both pod-hours and unserved demand, cheapest first.
   */
  List<Candidate> front(Goal goal) {
    List<Candidate> calm =
        known.values().stream()
            .filter(each -> each.figures().flapsPerDay() <= goal.maxFlapsPerDay())
            .sorted(
                Comparator.<Candidate>comparingDouble(each -> each.figures().podHours())
                    .thenComparingDouble(each -> each.figures().unserved())
                    .thenComparing(each -> each.setting().toString()))
            .toList();
    List<Candidate> front = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    for (Candidate each : calm) {
      if (each.figures().unserved() < least) {
        front.add(each);
        least = each.figures().unserved();
      }
    }
    return List.copyOf(front);
  }
}
