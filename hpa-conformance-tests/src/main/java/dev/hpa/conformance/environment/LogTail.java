package dev.hpa.conformance.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What a program said last, for messages that it has ended. */
public final class LogTail {

  private static final int SHOWN_LINES = 5;

  private LogTail() {}

  /** The end of a message: the last lines of a log, each below the message. */
  public static String of(Path log) {
    List<String> lines = lines(log);
    if (lines.isEmpty()) {
      return "; it said nothing";
    }
    return lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()).stream()
        .map(line -> "\n  " + line)
        .collect(Collectors.joining("", "; it said last:", ""));
  }

  private static List<String> lines(Path log) {
    try {
      return Files.readString(log).lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
