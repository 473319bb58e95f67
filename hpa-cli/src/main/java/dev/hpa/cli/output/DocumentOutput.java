package dev.hpa.cli.output;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Standard output for documents, which are UTF-8 whatever the terminal's language is. */
public final class DocumentOutput {

  private DocumentOutput() {}

  /** A writer that passes each finished line on at once. */
  public static PrintWriter open() {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)), true);
  }
}
