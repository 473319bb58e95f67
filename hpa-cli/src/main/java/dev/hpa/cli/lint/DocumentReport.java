package dev.hpa.cli.lint;

import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.SourceLocation;
import dev.hpa.cli.manifests.ValidationError;
import java.util.Comparator;
import java.util.List;

/**
 * The findings of one document.
 *
 * @param findings sorted by line
 * @param options the options that apply to it, if it is an autoscaler
 */
record DocumentReport(Manifest manifest, List<Finding> findings, List<AppliedOption> options) {

  DocumentReport {
    findings =
        findings.stream()
            .sorted(Comparator.comparingInt(each -> line(manifest, each.field())))
            .toList();
  }

  List<ValidationError> errors() {
    return manifest.errors();
  }

  SourceLocation place() {
    return manifest.place();
  }

  /** The line of a field in the file. */
  int line(String field) {
    return line(manifest, field);
  }

  private static int line(Manifest manifest, String field) {
    return manifest.document().lines().of(field);
  }

  boolean isClean() {
    return errors().isEmpty() && findings.isEmpty();
  }
}
