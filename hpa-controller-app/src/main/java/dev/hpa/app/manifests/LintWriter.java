package dev.hpa.app.manifests;

/** A form of output for what lint finds. */
interface LintWriter {

  /** Takes what was found in the next document; clean ones come too. */
  void report(Report report);

  /** Takes that there are no more. */
  void end();
}
