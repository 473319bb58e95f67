package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.ReplayFigures;
import java.util.ArrayList;
import java.util.List;

/** What may go wrong with a change of an autoscaler, one line each. */
final class Risks {
  private final HorizontalPodAutoscaler today;
  private final HorizontalPodAutoscaler changed;
  private final Settings settings;
  private final List<String> risks = new ArrayList<>();

  private Risks(HorizontalPodAutoscaler today, HorizontalPodAutoscaler changed, Settings settings) {
    this.today = today;
    this.changed = changed;
    this.settings = settings;
  }

  /**
   * The risks.
   *
   * @param today the autoscaler without the change
   * @param figures the figures of the changed autoscaler
   */
  static List<String> of(
      HorizontalPodAutoscaler today,
      HorizontalPodAutoscaler changed,
      Settings settings,
      ReplayFigures figures) {
    Risks risks = new Risks(today, changed, settings);
    risks.bounds(figures);
    risks.targets();
    risks.behavior();
    risks.options();
    return List.copyOf(risks.risks);
  }

  private void bounds(ReplayFigures figures) {
    HpaSpec from = today.spec();
    HpaSpec to = changed.spec();
    int min = to.minReplicasOrDefault();
    if (min < from.minReplicasOrDefault()) {
      risks.add(
          min == 1
              ? "With 1 replica, the failure of a pod interrupts the service."
              : "Fewer pods are in reserve when the load is low: a sudden rise waits for new"
                  + " pods.");
    }
    if (to.maxReplicas() < from.maxReplicas()) {
      risks.add(
          "A load above the recorded one is cut off earlier: the replay needed up to %d replicas."
              .formatted(figures.peak()));
    }
    if (to.maxReplicas() > from.maxReplicas()) {
      risks.add(
          "Up to %d more pods may be created: check the nodes and the quota of the namespace."
              .formatted(to.maxReplicas() - from.maxReplicas()));
    }
  }

  private void targets() {
    for (int i = 0; i < today.spec().metricsOrEmpty().size(); i++) {
      double before = value(today.spec().metricsOrEmpty().get(i).target());
      double after = value(changed.spec().metricsOrEmpty().get(i).target());
      if (after > before) {
        risks.add("Each pod carries more load, so that less room is left while new pods start.");
        return;
      }
    }
  }

  private static double value(MetricTarget target) {
    if (target.averageUtilization() != null) {
      return target.averageUtilization();
    }
    Quantity quantity = target.averageValue() != null ? target.averageValue() : target.value();
    return quantity == null ? 0 : quantity.approximateDouble();
  }

  private void behavior() {
    if (window(changed, false) < window(today, false)) {
      risks.add(
          window(changed, false) == 0
              ? "Pods are removed as soon as the load falls: a load that returns waits for new"
                  + " pods."
              : "Pods are removed %d s after the load falls: a load that returns later waits for new"
                      .formatted(window(changed, false))
                  + " pods.");
    }
    if (window(changed, true) > window(today, true)) {
      risks.add(
          "A rise of the load has to last %d s before pods are added."
              .formatted(window(changed, true)));
    }
    int tolerance = Dimensions.tolerance(changed, true, settings);
    if (tolerance > Dimensions.tolerance(today, true, settings)) {
      risks.add("A load up to %d %% above the target adds no pods.".formatted(tolerance / 10));
    }
  }

  private int window(HorizontalPodAutoscaler hpa, boolean up) {
    return Dimensions.window(hpa, up, settings);
  }

  private void options() {
    boolean isNew =
        changed.metadata().annotationsOrEmpty().entrySet().stream()
            .filter(each -> each.getKey().startsWith(OptionKey.PREFIX))
            .anyMatch(
                each ->
                    !each.getValue()
                        .equals(today.metadata().annotationsOrEmpty().get(each.getKey())));
    if (isNew) {
      risks.add("kube-controller-manager ignores the annotations under hpa.dev/.");
    }
  }
}
