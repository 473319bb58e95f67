package dev.hpa.app.manifests;

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
