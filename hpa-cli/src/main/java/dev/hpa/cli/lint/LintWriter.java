package dev.hpa.cli.lint;

/** An output format of lint. */
interface LintWriter {

  /** Writes the findings of the next document, possibly none. */
  void report(DocumentReport report);

  /** Writes the end of the output. */
  void end();
}
