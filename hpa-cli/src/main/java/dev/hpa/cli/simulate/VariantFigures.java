package dev.hpa.cli.simulate;

/**
 * The figures of a variant that benchmarks compare.
 *
 * @param podHours total lifetime of all pods in hours
 * @param unmetShare unserved share of the demand, from 0 to 1
 * @param flaps number of scale events that reverse the previous one within the flap window
 */
public record VariantFigures(
    String name, double podHours, double unmetShare, long scaleEvents, long flaps) {

  static VariantFigures of(VariantResult result) {
    VariantSummary summary = result.summary();
    VariantSummary.Unmet unmet = summary.unmet();
    return new VariantFigures(
        result.variant().name(),
        summary.podHours(),
        unmet == null ? 0 : unmet.share(),
        summary.scaleUps() + summary.scaleDowns(),
        summary.flaps());
  }
}
