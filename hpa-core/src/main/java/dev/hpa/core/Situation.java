package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Scale;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.List;

/**
 * Everything a decision depends on.
 *
 * @param hpa the autoscaler with the status it had when the cycle began
 * @param scale the target's scale, read in this cycle
 * @param plan the plan made of the two
 * @param pods the pods of the plan's selector, by name
 * @param owners the autoscalers ({@code namespace/name}) whose selectors match any of those pods,
 *     sorted
 * @param readings the answers to the plan's queries, in their order
 * @param history what earlier decisions left behind, {@link History#seeded} with this scale
 */
public record Situation(
    HorizontalPodAutoscaler hpa,
    Scale scale,
    Plan plan,
    List<Pod> pods,
    List<String> owners,
    List<MetricResult> readings,
    History history,
    Settings settings,
    Instant now) {}
