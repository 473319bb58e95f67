package dev.hpa.cli.lint;

import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.SourceLocation;
import dev.hpa.cli.manifests.ValidationError;
import java.util.List;

/**
 * The findings of one document.
 *
 * @param options the options that apply to it, if it is an autoscaler
 */
record DocumentReport(Manifest manifest, List<Finding> findings, List<AppliedOption> options) {

  List<ValidationError> errors() {
    return manifest.errors();
  }

  SourceLocation place() {
    return manifest.place();
  }

  /** The line of a field in the file. */
  int line(String field) {
    return manifest.document().lines().of(field);
  }

  boolean isClean() {
    return errors().isEmpty() && findings.isEmpty();
  }
}
