package dev.hpa.cli.lint;

/** A form of lint's output. */
interface LintWriter {

  /** Writes what was found in the next document, which may be nothing. */
  void report(DocumentReport report);

  /** Writes what follows the last document. */
  void end();
}
