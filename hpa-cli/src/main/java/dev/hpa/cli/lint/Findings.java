package dev.hpa.cli.lint;

import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.SourceLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Findings by document, of which a few for each rule and field are kept: documents that refer to
 * each other have as many as pairs of them. Used by one thread.
 */
final class Findings {

  static final int MAX_ALIKE = 10;

  /** Of a document, whose fields may be thousands. */
  static final int MAX_OF_DOCUMENT = 1_000;

  private static final String MORE = "more findings of this rule are omitted";
  private static final String MORE_OF_DOCUMENT = "more findings of this document are omitted";

  private final Map<SourceLocation, List<Finding>> byPlace = new HashMap<>();
  private final Map<Kind, Integer> counts = new HashMap<>();

  /** Findings that differ in their messages only. */
  private record Kind(SourceLocation place, LintRule rule, String field) {}

  /** Adds a finding, unless there are enough of its kind. */
  void add(Manifest manifest, LintRule rule, String field, String message) {
    List<Finding> found = byPlace.computeIfAbsent(manifest.place(), key -> new ArrayList<>());
    if (found.size() > MAX_OF_DOCUMENT) {
      return;
    }
    int count = counts.merge(new Kind(manifest.place(), rule, field), 1, Integer::sum);
    if (found.size() == MAX_OF_DOCUMENT) {
      found.add(new Finding(rule, field, MORE_OF_DOCUMENT));
    } else if (count <= MAX_ALIKE + 1) {
      found.add(new Finding(rule, field, count <= MAX_ALIKE ? message : MORE));
    }
  }

  /** Whether further findings of a kind would be omitted, which need not be searched then. */
  boolean isFull(Manifest manifest, LintRule rule, String field) {
    return counts.getOrDefault(new Kind(manifest.place(), rule, field), 0) > MAX_ALIKE;
  }

  /** The findings of a document, in detection order. */
  List<Finding> of(Manifest manifest) {
    return List.copyOf(byPlace.getOrDefault(manifest.place(), List.of()));
  }

  boolean has(Manifest manifest, LintRule rule, String field) {
    return counts.containsKey(new Kind(manifest.place(), rule, field));
  }
}
