package dev.hpa.conformance.cases;

import dev.hpa.conformance.rules.RuleCatalog;
import java.util.List;

/** All cases of the suite. */
public final class Cases {

  private static final List<Area> AREAS =
      List.of(
          new SyncCases(),
          new TargetCases(),
          new BoundsCases(),
          new SelectorCases(),
          new ResourceMetricCases(),
          new PodCases(),
          new CustomMetricCases(),
          new ExternalMetricCases(),
          new ToleranceCases(),
          new MultipleMetricsCases(),
          new StabilizationCases(),
          new BehaviorCases(),
          new StatusCases(),
          new WriteCases(),
          new ZeroCases(),
          new RestartCases(),
          new Release137Cases());

  private Cases() {}

  /** Returns all cases for an implementation that runs with these settings, by area. */
  public static List<Case> all(Settings settings) {
    return AREAS.stream().flatMap(area -> area.cases(settings).stream()).toList();
  }

  /** Returns the cases that test rules of a catalog only. */
  public static List<Case> of(RuleCatalog rules, Settings settings) {
    return all(settings).stream().filter(each -> rules.contains(each.rules())).toList();
  }
}
