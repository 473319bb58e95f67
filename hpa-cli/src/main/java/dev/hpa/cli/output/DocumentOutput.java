package dev.hpa.cli.output;

import java.io.BufferedWriter;
import java.io.Console;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Standard output for documents, in UTF-8 regardless of the locale. */
public final class DocumentOutput {

  private DocumentOutput() {}

  /** Whether text may have colors: on a terminal, unless {@code NO_COLOR} is set. */
  public static boolean isColored() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
        && System.getenv("NO_COLOR") == null;
  }

  /** A writer that flushes after each line. */
  public static PrintWriter open() {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)), true);
  }
}
