package dev.hpa.cli.preflight;

import dev.hpa.api.SafeText;
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
            .mapToInt(each -> SafeText.line(each.subject()).length())
            .filter(length -> length <= WIDEST)
            .max()
            .orElse(0);
    String row = "  %-" + Math.max(1, topic) + "s  %-" + Math.max(1, subject) + "s  %s%n";
    for (Check check : checks) {
      out.print(outcome(check.outcome()));
      out.printf(
          row, check.topic(), SafeText.line(check.subject()), SafeText.line(check.message()));
      if (check.outcome() != Outcome.OK && !check.fix().isEmpty()) {
        out.println(" ".repeat(13 + topic) + "fix: " + SafeText.line(check.fix()));
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
}
