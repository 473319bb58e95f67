package dev.hpa.cli.lint;

import dev.hpa.cli.manifests.Cause;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.Place;
import java.util.List;

/** What was found in one document. */
record Report(Manifest manifest, List<Finding> findings) {

  List<Cause> errors() {
    return manifest.errors();
  }

  Place place() {
    return manifest.place();
  }

  /** The line of a member in the file. */
  int line(String field) {
    return manifest.document().lines().of(field);
  }

  boolean isClean() {
    return errors().isEmpty() && findings.isEmpty();
  }
}
