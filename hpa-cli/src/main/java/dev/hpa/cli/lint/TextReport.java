package dev.hpa.cli.lint;

import dev.hpa.api.SafeText;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.ValidationError;
import dev.hpa.cli.output.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Findings as text: a heading per document, one line per finding, in columns, and the options that
 * apply; at the end the rules of the findings, once each, with why and fix.
 */
final class TextReport implements LintWriter {

  private static final String INDENT = " ".repeat(11);

  /** SGR parameters. */
  private static final Map<String, String> COLORS = Map.of("error", "31", "warning", "33");

  private final PrintWriter out;
  private final boolean isColored;
  private int documents;
  private int errors;
  private final Map<LintRule.Level, Integer> counts = new EnumMap<>(LintRule.Level.class);
  private final Set<LintRule> rules = new LinkedHashSet<>();

  TextReport(PrintWriter out, boolean isColored) {
    this.out = out;
    this.isColored = isColored;
  }

  private record Line(String level, int number, String field, String message, List<String> notes) {

    /** Escapes terminal control characters. */
    Line safe() {
      return new Line(
          level,
          number,
          SafeText.line(field),
          SafeText.line(message),
          notes.stream().map(SafeText::line).toList());
    }
  }

  @Override
  public void report(DocumentReport report) {
    documents++;
    errors += report.errors().size();
    for (Finding finding : report.findings()) {
      counts.merge(finding.rule().level(), 1, Integer::sum);
      rules.add(finding.rule());
    }
    if (report.isClean() && report.options().isEmpty()) {
      return;
    }
    out.println(SafeText.line(heading(report)));
    List<Line> lines = lines(report).stream().map(Line::safe).toList();
    int width = lines.stream().mapToInt(line -> line.field().length()).max().orElse(0);
    int digits =
        lines.stream().mapToInt(line -> String.valueOf(line.number()).length()).max().orElse(0);
    for (Line line : lines) {
      out.printf(
          "  %s  %s%-" + Math.max(1, width) + "s  %s%n",
          colored(line.level()),
          line.number() == 0 ? "" : ("line %" + digits + "d  ").formatted(line.number()),
          line.field(),
          line.message());
      line.notes().forEach(note -> out.println(INDENT + note));
    }
    report.options().forEach(each -> out.println(SafeText.line(text(each))));
    out.println();
  }

  private String colored(String level) {
    String padded = "%-7s".formatted(level);
    return isColored && COLORS.containsKey(level)
        ? "\u001b[" + COLORS.get(level) + "m" + padded + "\u001b[m"
        : padded;
  }

  private static String text(AppliedOption option) {
    Manifest owner = option.setOn();
    String origin = owner.isNamespace() ? ", set on the Namespace (" + owner.place() + ")" : "";
    return "  option   " + option.key() + "=" + option.value() + origin;
  }

  private static String heading(DocumentReport report) {
    ObjectKey key = report.manifest().key();
    String object =
        key.kind().isEmpty() ? "" : ": " + key.kind() + " " + key.namespace() + "/" + key.name();
    return report.place() + object;
  }

  private static List<Line> lines(DocumentReport report) {
    List<Line> lines = new ArrayList<>();
    for (ValidationError error : report.errors()) {
      lines.add(
          new Line(
              "error",
              report.line(error.field()),
              error.field(),
              error.message(),
              error.fix().isEmpty() ? List.of() : List.of("fix: " + error.fix())));
    }
    for (Finding finding : report.findings()) {
      lines.add(
          new Line(
              finding.rule().level().word(),
              report.line(finding.field()),
              finding.field(),
              finding.message() + " [" + finding.rule().id() + "]",
              List.of()));
    }
    return lines;
  }

  @Override
  public void end() {
    for (LintRule rule : rules) {
      out.println(rule.id());
      out.println("  why: " + rule.why());
      out.println("  fix: " + rule.fix());
    }
    if (!rules.isEmpty()) {
      out.println();
    }
    int notes = counts.getOrDefault(LintRule.Level.NOTE, 0);
    out.println(
        TextTable.count(documents, "document")
            + ": "
            + TextTable.count(errors, "error")
            + ", "
            + TextTable.count(counts.getOrDefault(LintRule.Level.WARNING, 0), "warning")
            + (notes == 0 ? "" : ", " + TextTable.count(notes, "note")));
    out.flush();
  }
}
