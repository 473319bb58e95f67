package dev.hpa.metrics.prometheus;

import dev.hpa.kube.memory.Limit;
import dev.hpa.metrics.prometheus.MetricRegistry.Shape;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The series of the rules of one kind of metrics. They are listed again after an interval, and
 * after growing pauses while a list fails, which leaves what the last complete one found. Of one
 * thread.
 */
final class SeriesLists {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);

  /** Namespaces in a problem. */
  private static final int MAX_NAMED = 5;

  private static final int MAX_NAME_CHARS = 63;

  private final PrometheusClient client;
  private final Duration interval;

  /** By selector, of lists without a failure. */
  private Map<String, SequencedSet<Shape>> complete = Map.of();

  private final List<String> failures = new ArrayList<>();
  private final SequencedSet<String> omissions = new LinkedHashSet<>();
  private Instant due = Instant.MIN;
  private Duration pause = Duration.ZERO;

  /**
   * @param interval between lists without a failure, and the longest pause after a failure
   */
  SeriesLists(PrometheusClient client, Duration interval) {
    this.client = client;
    this.interval = interval;
  }

  /** They are due, with the shortest pauses. */
  void start() {
    due = Instant.MIN;
    pause = Duration.ZERO;
  }

  boolean isDue(Instant now) {
    return !now.isBefore(due);
  }

  /** What is wrong with the last lists. */
  Stream<String> problems() {
    return Stream.concat(failures.stream(), omissions.stream());
  }

  /** What registers the series. */
  interface Registering {
    void accept(Map<String, SequencedSet<Shape>> bySelector) throws KubernetesApiException;
  }

  /**
   * Lists the series of rules; after a failure of the server none of further rules.
   *
   * @param begun the time
   * @param since the oldest series that count, in wall-clock time
   */
  void list(List<SeriesRule> rules, Instant begun, Instant since, Registering registering) {
    Duration doubled = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
    pause = doubled.compareTo(interval) < 0 ? doubled : interval;
    due = begun.plus(pause);
    failures.clear();
    omissions.clear();
    try {
      registering.accept(series(rules, since));
    } catch (KubernetesApiException unanswered) {
      failures.add(unanswered.text());
    }
    if (failures.isEmpty()) {
      due = begun.plus(interval);
      pause = Duration.ZERO;
    }
  }

  private Map<String, SequencedSet<Shape>> series(List<SeriesRule> rules, Instant since)
      throws KubernetesApiException {
    Shapes found = new Shapes();
    Map<String, SequencedSet<Shape>> known = new HashMap<>();
    boolean isAnswering = true;
    for (SeriesRule rule : rules) {
      String selector = rule.selector();
      if (!found.begin(selector)) {
        continue;
      }
      int before = failures.size();
      isAnswering = isAnswering && list(rule, found, since);
      if (!isAnswering || failures.size() > before) {
        known.put(selector, complete.getOrDefault(selector, new LinkedHashSet<>()));
      }
    }
    if (!found.problem().isEmpty()) {
      omissions.add(found.problem());
    }
    return merged(found.bySelector(), known);
  }

  /** Series that a failed list has found follow those that were known, as newer ones. */
  private Map<String, SequencedSet<Shape>> merged(
      Map<String, SequencedSet<Shape>> found, Map<String, SequencedSet<Shape>> known) {
    Map<String, SequencedSet<Shape>> all = new HashMap<>(found);
    known.forEach(
        (selector, shapes) -> {
          SequencedSet<Shape> both = new LinkedHashSet<>(shapes);
          found.getOrDefault(selector, new LinkedHashSet<>()).forEach(both::addLast);
          all.put(selector, both);
        });
    complete = new HashMap<>(found);
    complete.putAll(known);
    return all;
  }

  /**
   * Lists the series of a rule. Tenants who export series can make the list too slow or unreadable:
   * then those of each namespace are listed.
   *
   * @return whether the server answers
   */
  private boolean list(SeriesRule rule, Shapes found, Instant since) throws KubernetesApiException {
    String label = rule.namespaceLabel();
    Listing listing =
        selector ->
            client.series(
                selector,
                new TreeSet<>(List.of(Shapes.NAME_LABEL, label)),
                since,
                labels -> found.add(rule.selector(), labels, label));
    try {
      omit(rule, listing.list(rule.selector()));
      return true;
    } catch (IOException | TimeoutException whole) {
      List<String> namespaces = namespaces(rule, label, since);
      if (namespaces.isEmpty()) {
        fail(rule, "", whole);
        return false;
      }
      listNamespaces(rule, label, namespaces, listing);
      return true;
    }
  }

  /** Lists the series of a selector; returns the number of those that are left out. */
  private interface Listing {
    int list(String selector) throws IOException, TimeoutException;
  }

  private void fail(SeriesRule rule, String namespaces, Exception why) {
    failures.add(
        "%s: the series %s%s cannot be listed: %s"
            .formatted(rule.place(), rule.selector(), namespaces, why.getMessage()));
  }

  private void listNamespaces(
      SeriesRule rule, String label, List<String> namespaces, Listing listing) {
    List<String> failed = new ArrayList<>();
    Exception why = null;
    for (String namespace : namespaces) {
      try {
        omit(rule, listing.list(rule.selectorOf(label, namespace)));
      } catch (IOException | TimeoutException failure) {
        failed.add(namespace);
        why = failure;
        if (failed.size() > Limit.FAILED_NAMESPACES.asInt()) {
          break;
        }
      }
    }
    if (why != null) {
      fail(rule, " of " + named(failed), why);
    }
  }

  /**
   * The namespaces of the series of a rule, and an empty one for those that have none; no names if
   * the server does not list them.
   */
  private List<String> namespaces(SeriesRule rule, String label, Instant since) {
    List<String> namespaces = new ArrayList<>();
    try {
      if (Shapes.isPlain(label)) {
        namespaces.addAll(client.labelValues(label, rule.selector(), since));
      }
    } catch (IOException | TimeoutException unknown) {
      return List.of();
    }
    if (!namespaces.isEmpty()) {
      namespaces.add("");
    }
    return namespaces;
  }

  private static String named(List<String> failed) {
    String first =
        failed.stream()
            .limit(MAX_NAMED)
            .map(each -> each.isEmpty() ? "no namespace" : cut(each))
            .collect(Collectors.joining(", "));
    boolean isEnded = failed.size() > Limit.FAILED_NAMESPACES.asInt();
    return failed.size() == 1
        ? "namespace " + first
        : "%s%d namespaces, first %s".formatted(isEnded ? "at least " : "", failed.size(), first);
  }

  private static String cut(String name) {
    return name.length() <= MAX_NAME_CHARS ? name : name.substring(0, MAX_NAME_CHARS) + "…";
  }

  private void omit(SeriesRule rule, int oversized) {
    if (oversized > 0) {
      omissions.add(
          "%s: series with more than %d labels, or with long ones, are left out; set label_limit and label_name_length_limit"
              .formatted(rule.place(), Limit.SERIES_LABELS.asInt()));
    }
  }
}
