package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.cli.recommend.Analysis.Effort;
import dev.hpa.cli.recommend.Analysis.FrontPoint;
import dev.hpa.cli.recommend.Recommendation.Effect;
import dev.hpa.cli.simulate.BundledForecasters;
import dev.hpa.cli.simulate.PodCapacity;
import dev.hpa.cli.simulate.ReplayInputs;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayFigures;
import dev.hpa.simulation.ReplayLimitException;
import dev.hpa.simulation.ReplayLimits;
import dev.hpa.simulation.ReplaySetup;
import dev.hpa.simulation.ReplayWorkload;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Searches and verifies settings of one autoscaler. Used once. */
final class Recommender {
  private static final double DAY_SECONDS = 86_400;
  private static final double HOURS_PER_DAY = 24;

  private final ReplayInputs inputs;
  private final SearchSpace space;
  private final Goal goal;
  private final Parts parts;
  private final @Nullable Double price;
  private final ReplayFigures whole;
  private final DoubleAdder days = new DoubleAdder();
  private final AtomicLong podSyncs = new AtomicLong();
  private final Map<String, LoadForecasts.Callable> forecasters;
  private final ReplayLimits limits;
  private final @Nullable SearchedRequest requests;

  /**
   * @param inputs a load for which {@link DataCheck} finds no obstacle
   * @param price of a pod per hour; null if unknown
   * @param verified the share of the load that only verifies, above 0 and below 1
   * @param maxPodSyncs pods of all syncs of all replays together
   * @throws ReplayLimitException if the present setting needs more, as also {@link #run}
   */
  Recommender(
      ReplayInputs inputs,
      SearchScope scope,
      Goal goal,
      @Nullable Double price,
      double verified,
      long maxPodSyncs) {
    this.limits =
        new ReplayLimits(
            ReplayLimits.replicasWith(inputs.workload().metrics().size()),
            Long.MAX_VALUE,
            pods -> podSyncs.addAndGet(pods) <= maxPodSyncs);
    this.forecasters =
        inputs.options().forecast() == null ? Map.of() : BundledForecasters.calls(null);
    this.inputs = inputs;
    this.goal = goal;
    this.price = price;
    this.parts = Parts.of(inputs.workload(), verified);
    this.whole = replay(inputs.workload(), inputs.hpa());
    this.requests =
        scope.has(Property.REQUESTS)
            ? SearchedRequest.of(inputs, !scope.has(Property.TARGET))
            : null;
    this.space =
        Dimensions.of(inputs.hpa(), inputs.spec().settings(), scope, whole.peak(), requests);
  }

  /**
   * Runs the search.
   *
   * @param progress receives the best setting so far in one line, and the number of settings
   */
  Analysis run(SearchEffort effort, InstantSource clock, ObjIntConsumer<String> progress) {
    Instant begun = clock.instant();
    List<Goal> goals = Arrays.stream(Goal.Reserve.values()).map(goal::with).toList();
    String obstacle = DataCheck.obstacle(inputs, whole);
    if (obstacle == null && space.dimensions().isEmpty()) {
      obstacle = "nothing can be changed: record the load with more samples, or allow more changes";
    }
    List<List<Integer>> good =
        obstacle == null && effort.isQuick() ? screened(goals, effort, progress) : List.of();
    int screened = good.isEmpty() ? 0 : effort.budget();
    Search search =
        new Search(
            space,
            goals,
            setting -> replay(parts.search(), setting),
            effort.seed(),
            obstacle == null ? effort.candidates(good.size()) : 1,
            (found, done) ->
                progress.accept(
                    best(found, space, goal.with(Goal.Reserve.TENTH)), screened + done));
    List<Candidate> all = search.run(good);
    List<Recommendation> recommendations = List.of();
    if (obstacle == null) {
      List<Candidate> simplest = search.simplest();
      obstacle = unreachable(simplest.get(goals.indexOf(goal)).figures());
      if (obstacle == null) {
        recommendations =
            IntStream.range(0, goals.size())
                .parallel()
                .mapToObj(
                    i ->
                        recommendation(
                            Recommendation.NAMES.get(i), search, simplest.get(i), goals.get(i)))
                .toList();
      }
    }
    ReplayFigures today = all.getFirst().figures();
    ReplayFigures todayVerified = replay(parts.verification(), space.present());
    boolean keep =
        !recommendations.isEmpty()
            && goal.isMetBy(today)
            && Analysis.saving(recommendations.getFirst().searched(), today) < goal.minSaving();
    List<String> warnings = new ArrayList<>(DataCheck.warnings(inputs, whole));
    warnings.addAll(otherCapacities(recommendations));
    return new Analysis(
        inputs,
        goal,
        parts,
        obstacle,
        warnings,
        price,
        today,
        todayVerified,
        keep,
        recommendations,
        search.front(goal).stream()
            .map(each -> new FrontPoint(each.figures(), changes(space, each), request(each)))
            .toList(),
        screened + all.size(),
        space.dimensions().stream().map(Dimension::name).toList(),
        new Effort(days.sum(), Duration.between(begun, clock.instant()), effort.seed()),
        whole.podHours() / (HOURS_PER_DAY * whole.days()),
        requests);
  }

  /**
   * The settings that are best in the busiest day; empty if the load is too short to be screened.
   */
  private List<List<Integer>> screened(
      List<Goal> goals, SearchEffort effort, ObjIntConsumer<String> progress) {
    return parts
        .busiestDay()
        .map(
            day -> {
              Search screening =
                  new Search(
                      space,
                      goals,
                      setting -> replay(day, setting),
                      effort.seed(),
                      effort.budget(),
                      (found, done) -> progress.accept("", done));
              screening.run();
              return screening.shortlist(effort.shortlist());
            })
        .orElse(List.of());
  }

  private @Nullable String unreachable(ReplayFigures best) {
    if (goal.isMetBy(best)) {
      return null;
    }
    return "no setting meets the goal: the closest has %s unserved and %s flaps per day; a new pod is"
            .formatted(FigureTexts.percent(best.unserved()), FigureTexts.number(best.flapsPerDay()))
        + " ready after %s, and shorter is what helps most; otherwise raise --max-unserved or"
            .formatted(FigureTexts.seconds(inputs.workload().pods().startup()))
        + " --max-replicas";
  }

  private Recommendation recommendation(
      String name, Search search, Candidate candidate, Goal wanted) {
    HorizontalPodAutoscaler hpa = space.with(candidate.setting());
    ReplayFigures verified = replay(parts.verification(), candidate.setting());
    long request = request(candidate);
    List<String> risks = new ArrayList<>();
    boolean isVerified = goal.isMetBy(verified);
    if (!wanted.isMetBy(candidate.figures())) {
      risks.add("No setting keeps the reserve that this recommendation is for: it is the closest.");
    }
    if (!isVerified) {
      risks.add(
          "It misses the goal in the rest of the load: %s unserved, %s flaps per day."
              .formatted(
                  FigureTexts.percent(verified.unserved()),
                  FigureTexts.number(verified.flapsPerDay())));
    }
    if (candidate.figures().peak() >= hpa.spec().maxReplicas()) {
      risks.add("maxReplicas is reached in the replay: there is no reserve above it.");
    }
    if (requests != null && requests.isRisky(request)) {
      risks.add("A busy node guarantees a pod only its request, which is less than before.");
    }
    if (requests != null && request != requests.today() && requests.patch(request).isEmpty()) {
      risks.add("There is no patch of the request for this kind: change its template.");
    }
    String owner = Analysis.ownerOf(space.today());
    if (!owner.isEmpty()) {
      risks.add("The %s owns the HPA and writes it anew: change that one.".formatted(owner));
    }
    return new Recommendation(
        name,
        hpa,
        candidate.figures(),
        verified,
        isVerified,
        space.changesOf(candidate.setting()).stream()
            .map(dimension -> effect(search, candidate, dimension))
            .toList(),
        risks,
        request);
  }

  /** The CPU request of a pod, in millicores; 0 if requests are not searched. */
  private long request(Candidate candidate) {
    return requests == null ? 0 : requests.of(space, candidate.setting());
  }

  private Effect effect(Search search, Candidate all, int dimension) {
    List<Integer> setting =
        SearchSpace.changed(all.setting(), dimension, space.dimensions().get(dimension).today());
    Candidate without = space.isValid(setting) ? search.replayed(setting) : all;
    double today = search.replayed(space.present()).figures().podHours();
    return new Effect(
        change(space, dimension, all),
        (without.figures().podHours() - all.figures().podHours()) / today,
        without.figures(),
        Risks.of(
            space.with(setting),
            space.with(all.setting()),
            inputs.spec().settings(),
            all.figures()));
  }

  /** The best setting so far in one line, with figures of the part that is searched. */
  static String best(Search search, SearchSpace space, Goal goal) {
    Candidate best = search.best(goal, 1).getFirst();
    List<Change> changes = changes(space, best);
    return "%s (saving %s, unserved %s, goal %s)"
        .formatted(
            changes.isEmpty() ? "today's setting" : Change.text(changes),
            FigureTexts.percent(
                Analysis.saving(best.figures(), search.replayed(space.present()).figures())),
            FigureTexts.percent(best.figures().unserved()),
            goal.isMetBy(best.figures()) ? "met" : "missed");
  }

  private static List<Change> changes(SearchSpace space, Candidate candidate) {
    return space.changesOf(candidate.setting()).stream()
        .map(dimension -> change(space, dimension, candidate))
        .toList();
  }

  private static Change change(SearchSpace space, int dimension, Candidate candidate) {
    Dimension each = space.dimensions().get(dimension);
    return new Change(
        each.name(),
        each.choices().get(each.today()).text(),
        each.choices().get(candidate.setting().get(dimension)).text());
  }

  /** What would be unserved if a pod served less or more than is assumed, one line each. */
  private List<String> otherCapacities(List<Recommendation> recommendations) {
    List<HorizontalPodAutoscaler> settings = new ArrayList<>(List.of(space.today()));
    List<Long> sizes = new ArrayList<>(List.of(requests == null ? 0 : requests.today()));
    List<String> names = new ArrayList<>(List.of("today"));
    for (Recommendation each : recommendations) {
      names.add(each.name());
      settings.add(each.hpa());
      sizes.add(each.request());
    }
    List<String> lines = new ArrayList<>();
    for (PodCapacity.Other other : inputs.capacity().others()) {
      ReplayWorkload workload = parts.search().withCapacity(other.perPod());
      boolean isRequest = other.perPod() == inputs.capacity().request();
      List<String> unserved =
          IntStream.range(0, names.size())
              .parallel()
              .mapToObj(
                  i ->
                      names.get(i)
                          + " "
                          + FigureTexts.percent(
                              replay(sized(workload, sizes.get(i), isRequest), settings.get(i))
                                  .unserved()))
              .toList();
      lines.add(
          "If a pod %s%s, this is unserved: %s."
              .formatted(
                  other.condition(),
                  isRequest && requests != null
                      ? ""
                      : ", " + inputs.capacity().amount(other.perPod()),
                  String.join(", ", unserved)));
    }
    return lines;
  }

  /**
   * @param isScaled whether a pod serves its request
   */
  private ReplayWorkload sized(ReplayWorkload workload, long request, boolean isScaled) {
    if (requests == null) {
      return workload;
    }
    ReplayWorkload sized = requests.applied(workload, request);
    return sized.withCapacity(
        isScaled ? workload.capacity() * request / requests.today() : workload.capacity());
  }

  private ReplayFigures replay(ReplayWorkload workload, List<Integer> setting) {
    HorizontalPodAutoscaler hpa = space.with(setting);
    if (requests == null) {
      return replay(workload, hpa);
    }
    long request = requests.of(space, setting);
    return requests.figures(replay(requests.applied(workload, request), hpa), workload, request);
  }

  private ReplayFigures replay(ReplayWorkload workload, HorizontalPodAutoscaler hpa) {
    Options options = OptionsReader.UNRESTRICTED.read(hpa, Map.of());
    days.add(workload.length().toSeconds() / DAY_SECONDS);
    ReplaySetup setup =
        ReplaySetup.of(options, inputs.spec().settings())
            .withSyncPeriod(inputs.spec().syncPeriod())
            .withLimits(limits);
    boolean isForecast = options.forecast() != null;
    return Replay.run(
            workload, hpa, isForecast ? BundledForecasters.with(setup, forecasters) : setup)
        .figures();
  }
}
