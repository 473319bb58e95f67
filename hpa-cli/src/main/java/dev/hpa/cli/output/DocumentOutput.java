package dev.hpa.cli.output;

import java.io.BufferedWriter;
import java.io.Console;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Standard output for documents, in UTF-8 regardless of the locale. */
public final class DocumentOutput {

  private DocumentOutput() {}

  /** Whether text may have colors: on a terminal, unless {@code NO_COLOR} is set. */
  public static boolean isColored() {
    return isTerminal() && System.getenv("NO_COLOR") == null;
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  /** The width of the terminal in characters; unlimited for a file or a pipe. */
  public static int width() {
    return isTerminal() ? new UsageMessageSpec().autoWidth(true).width() : Integer.MAX_VALUE;
  }

  /** A writer that flushes after each line. */
  public static PrintWriter open() {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)), true);
  }
}
