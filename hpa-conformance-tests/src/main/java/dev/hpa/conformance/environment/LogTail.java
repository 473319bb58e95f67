package dev.hpa.conformance.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The last lines of a log, for error messages. */
public final class LogTail {

  private static final int SHOWN_LINES = 5;

  private LogTail() {}

  /** Returns the end of a message with the last lines of a log, each on its own line. */
  public static String of(Path log) {
    List<String> lines = lines(log);
    if (lines.isEmpty()) {
      return "; its log is empty";
    }
    return lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()).stream()
        .map(line -> "\n  " + line)
        .collect(Collectors.joining("", "; the end of its log:", ""));
  }

  private static List<String> lines(Path log) {
    try {
      return Files.readString(log).lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
