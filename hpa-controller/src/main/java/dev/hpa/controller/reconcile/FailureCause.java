package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.core.Decision;
import dev.hpa.core.MetricOutcome;
import dev.hpa.kube.memory.Limit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A cause of a failed reconcile. Failures of several autoscalers have the same cause if their
 * messages differ in nothing but the names in these autoscalers, and in numbers.
 *
 * @param key identifies the cause
 * @param message the message of one autoscaler
 */
record FailureCause(String key, String message) {

  private static final Pattern SELECTOR = Pattern.compile("&LabelSelector\\{[^}]*+\\}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** The causes of a finished reconcile; empty if it succeeded. */
  static List<FailureCause> of(ReconcileResult result) {
    if (result.error() == null) {
      return List.of();
    }
    List<String> messages = new ArrayList<>();
    for (MetricOutcome each : result.decision().reasoning().metrics()) {
      if (each instanceof MetricOutcome.Failed failed
          && messages.size() < Limit.FIRST_METRICS.asInt()) {
        messages.add(failed.error());
      }
    }
    if (result.writes().statusError() != null) {
      messages.add(result.writes().statusError());
    }
    if (messages.isEmpty() || isRefused(result)) {
      messages.add(result.error());
    }
    Set<String> names = names(result.hpa());
    return messages.stream().map(each -> of(each, names)).toList();
  }

  /** The cause of a reconcile that ended in an exception, which is a bug. */
  static FailureCause unexpected(RuntimeException failure) {
    return of("unexpected failure: " + failure, Set.of());
  }

  /**
   * @param names the names in the autoscaler, in lower case
   */
  static FailureCause of(String message, Set<String> names) {
    String text = Limit.MESSAGE_CHARS.cut(message);
    return new FailureCause(key(text, names), text);
  }

  /** Whether the scale was not written although the decision requires it. */
  private static boolean isRefused(ReconcileResult result) {
    return result.decision() instanceof Decision.Rescale && result.scaledTo() == null;
  }

  private static String key(String message, Set<String> names) {
    String text = SELECTOR.matcher(message).replaceAll("{}");
    String nameless = WORD.matcher(text).replaceAll(word -> word(word.group(), names));
    return NUMBER.matcher(nameless).replaceAll("#");
  }

  private static String word(String word, Set<String> names) {
    String lower = word.toLowerCase(Locale.ROOT);
    boolean isName = names.contains(lower) || startsWithName(lower, names);
    return isName ? "*" : Matcher.quoteReplacement(word);
  }

  /** Whether a word is the name of a pod of a workload, or the resource of a custom metric. */
  private static boolean startsWithName(String word, Set<String> names) {
    int longest = Math.min(word.length() - 1, Limit.NAME_CHARS.asInt());
    for (int end = 1; end <= longest; end++) {
      char next = word.charAt(end);
      if ((next == '-' || next == '.') && names.contains(word.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  /** The names in an autoscaler that messages repeat, in lower case. */
  private static Set<String> names(HorizontalPodAutoscaler hpa) {
    Set<String> names = new HashSet<>();
    Stream.concat(
            Stream.of(
                hpa.metadata().nameOrEmpty(),
                String.valueOf(hpa.metadata().namespace()),
                hpa.spec().scaleTargetRef().name(),
                hpa.spec().scaleTargetRef().kind()),
            hpa.spec().metricsOrEmpty().stream()
                .limit(Limit.FIRST_METRICS.asInt())
                .flatMap(FailureCause::names))
        .filter(name -> name.length() <= Limit.NAME_CHARS.asInt())
        .forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    names.remove("");
    return names;
  }

  private static Stream<String> names(MetricSpec metric) {
    List<String> names = new ArrayList<>();
    if (metric.containerResource() != null) {
      names.add(metric.containerResource().container());
    }
    if (metric.pods() != null) {
      names.add(metric.pods().metric().name());
    }
    if (metric.object() != null) {
      names.add(metric.object().metric().name());
      names.add(metric.object().describedObject().name());
    }
    if (metric.external() != null) {
      names.add(metric.external().metric().name());
    }
    return names.stream();
  }
}
