package dev.hpa.cli.preflight;

import java.io.PrintWriter;
import java.util.List;

/** The report as text: one line per check, in columns. */
public final class PreflightText {

  private static final int WIDEST = 64;
  private static final String RESET = "\u001b[0m";

  private final PrintWriter out;
  private final boolean colored;

  /**
   * Creates a report on a writer.
   *
   * @param colored whether to use terminal colors
   */
  public PreflightText(PrintWriter out, boolean colored) {
    this.out = out;
    this.colored = colored;
  }

  public void print(PreflightReport report) {
    List<Check> checks = report.checks();
    int topic = checks.stream().mapToInt(each -> each.topic().length()).max().orElse(0);
    int subject =
        checks.stream()
            .mapToInt(each -> printable(each.subject()).length())
            .filter(length -> length <= WIDEST)
            .max()
            .orElse(0);
    String row = "  %-" + Math.max(1, topic) + "s  %-" + Math.max(1, subject) + "s  %s%n";
    for (Check check : checks) {
      out.print(outcome(check.outcome()));
      out.printf(row, check.topic(), printable(check.subject()), printable(check.message()));
      if (check.outcome() != Outcome.OK && !check.fix().isEmpty()) {
        out.println(" ".repeat(13 + topic) + "fix: " + check.fix());
      }
    }
    out.println();
    out.println(
        "%s: %d ok, %s, %d failed"
            .formatted(
                Counted.of(checks.size(), "check"),
                report.count(Outcome.OK),
                Counted.of(report.count(Outcome.WARNING), "warning"),
                report.count(Outcome.FAILED)));
    out.flush();
  }

  private String outcome(Outcome outcome) {
    String text = "%s %-7s".formatted(outcome.mark(), outcome.word());
    String color =
        switch (outcome) {
          case OK -> "\u001b[32m";
          case WARNING -> "\u001b[33m";
          case FAILED -> "\u001b[31m";
        };
    return colored ? color + text + RESET : text;
  }

  /** Escapes control characters: the strings come from the cluster. */
  static String printable(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            each -> {
              if (Character.isISOControl(each)
                  || Character.getType(each) == Character.FORMAT
                  || Character.getType(each) == Character.LINE_SEPARATOR
                  || Character.getType(each) == Character.PARAGRAPH_SEPARATOR) {
                shown.append("\\u%04x".formatted(each));
              } else {
                shown.appendCodePoint(each);
              }
            });
    return shown.toString();
  }
}
