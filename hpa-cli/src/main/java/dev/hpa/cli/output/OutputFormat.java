package dev.hpa.cli.output;

import java.util.Locale;

/** Formats of a command's output; each command supports some of them. */
public enum OutputFormat {
  TEXT,
  JSON,
  YAML,
  /** One JSON object per line. */
  NDJSON,
  CSV,
  MARKDOWN,
  SARIF;

  /** The value of {@code --output}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
