package dev.hpa.cli.lint;

import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.SourceLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Findings by document. Used by one thread. */
final class Findings {

  private final Map<SourceLocation, List<Finding>> byPlace = new HashMap<>();

  void add(Manifest manifest, LintRule rule, String field, String message) {
    byPlace
        .computeIfAbsent(manifest.place(), key -> new ArrayList<>())
        .add(new Finding(rule, field, message));
  }

  /** The findings of a document, in detection order. */
  List<Finding> of(Manifest manifest) {
    return List.copyOf(byPlace.getOrDefault(manifest.place(), List.of()));
  }

  boolean has(Manifest manifest, LintRule rule, String field) {
    return of(manifest).stream()
        .anyMatch(each -> each.rule() == rule && each.field().equals(field));
  }
}
