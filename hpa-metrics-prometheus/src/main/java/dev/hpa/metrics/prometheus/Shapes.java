package dev.hpa.metrics.prometheus;

import dev.hpa.kube.memory.Limit;
import dev.hpa.metrics.prometheus.MetricRegistry.Shape;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The shapes of the series of one listing, within a limit. Tenants who export series can make any
 * number of them, so that those of one namespace take a part of it only; what does not fit is left
 * out. Used by one thread.
 */
final class Shapes {

  static final String NAME_LABEL = "__name__";

  /** What PromQL can write without quotes; a template may put any other name out of its place. */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]{0,1023}");

  private final Map<String, SequencedSet<Shape>> bySelector = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Long> taken = new HashMap<>();
  private final Set<String> full = new TreeSet<>();
  private final long limit;
  private long all;
  private long omitted;

  Shapes() {
    this(Limit.SHAPE_BYTES.asLong());
  }

  /**
   * @param limit of all shapes, in bytes
   */
  Shapes(long limit) {
    this.limit = limit;
  }

  /** Whether the series of a selector are being added or were. */
  boolean begin(String selector) {
    return bySelector.putIfAbsent(selector, new LinkedHashSet<>()) == null;
  }

  /**
   * Adds a series; of equal shapes the last one counts. One whose name PromQL can only write in
   * quotes is ignored.
   *
   * @param namespaceLabel the label of the namespace by the rule; empty if it has none
   */
  void add(String selector, Map<String, String> labels, String namespaceLabel) {
    SequencedSet<Shape> shapes = bySelector.computeIfAbsent(selector, any -> new LinkedHashSet<>());
    Shape shape = shape(labels);
    if (!isPlain(shape.name())) {
      return;
    }
    String namespace = labels.getOrDefault(namespaceLabel, "");
    if (shapes.contains(shape)) {
      shapes.addLast(shape);
    } else if (fits(shape, namespace)) {
      shapes.addLast(new Shape(shared(shape.name()), shared(shape.labels())));
    } else {
      omitted++;
    }
  }

  /** Whether PromQL can write a name without quotes. */
  static boolean isPlain(String name) {
    return NAME.matcher(name).matches();
  }

  private boolean fits(Shape shape, String namespace) {
    long size = shape.size();
    long ofNamespace = taken.getOrDefault(namespace, 0L) + size;
    if (all + size > limit || ofNamespace > limit / Limit.SHAPE_PART_OF_NAMESPACE.asInt()) {
      if (full.size() < 3) {
        full.add(namespace);
      }
      return false;
    }
    all += size;
    taken.put(namespace, ofNamespace);
    return true;
  }

  private Shape shape(Map<String, String> labels) {
    Set<String> names = new TreeSet<>(labels.keySet());
    names.remove(NAME_LABEL);
    StringBuilder joined = new StringBuilder();
    names.forEach(name -> joined.append(name).append(','));
    return new Shape(labels.getOrDefault(NAME_LABEL, ""), joined.toString());
  }

  /** Many shapes have the same name or labels. Only of shapes that are kept. */
  private String shared(String text) {
    String known = texts.putIfAbsent(text, text);
    return known == null ? text : known;
  }

  /** The number of names and sets of labels in memory. */
  int texts() {
    return texts.size();
  }

  /** The shapes by selector, in the order of the server. */
  Map<String, SequencedSet<Shape>> bySelector() {
    return Collections.unmodifiableMap(bySelector);
  }

  /** What was left out; empty if nothing was. */
  String problem() {
    return omitted == 0
        ? ""
        : ("%d series with other names or labels than those before are left out, because the rules"
                + " select too many, first in the namespaces %s; restrict seriesQuery")
            .formatted(omitted, full);
  }
}
