package dev.hpa.cli.output;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Standard output for documents, in UTF-8 regardless of the locale. */
public final class DocumentOutput {

  private DocumentOutput() {}

  /** A writer that flushes after each line. */
  public static PrintWriter open() {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)), true);
  }
}
