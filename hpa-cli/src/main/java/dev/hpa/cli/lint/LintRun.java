package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.cli.keda.ScaledObject;
import dev.hpa.cli.manifests.CreationCheck;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.manifests.ManifestOptions;
import dev.hpa.cli.manifests.SourceLocation;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of {@code lint}. The documents of all YAML and JSON files are checked together; each line
 * of NDJSON is checked separately, so that memory use does not depend on their number.
 */
public final class LintRun implements ManifestFiles.Visitor {

  private final PrintWriter err;
  private final LintOptions options;
  private final LintWriter writer;
  private final CreationCheck creationCheck;
  private final List<Manifest> batch = new ArrayList<>();
  private int scaledObjects;
  private boolean errors;
  private boolean warnings;
  private boolean unusable;

  /** The result of a run; the last applicable one. */
  public enum Verdict {
    CLEAN,
    WARNINGS,
    ERRORS,
    /** A file or an HPA could not be read. */
    UNUSABLE
  }

  public LintRun(PrintWriter out, PrintWriter err, OutputFormat format, LintOptions options) {
    this.err = err;
    this.options = options;
    this.creationCheck = new CreationCheck(options.release(), options.gates(), options.namespace());
    this.writer =
        switch (format) {
          case TEXT -> new TextReport(out, DocumentOutput.isColored());
          case JSON -> JsonReport.array(out, options.onlyErrors());
          case NDJSON -> JsonReport.lines(out, options.onlyErrors());
          case SARIF -> new SarifReport(out);
          case YAML, CSV, MARKDOWN ->
              throw new IllegalArgumentException(format + " is not a format of lint reports");
        };
  }

  /** Checks all documents of the given files. */
  public Verdict check(List<String> files) throws IOException {
    ManifestFiles.visit(files, this);
    return end();
  }

  @Override
  public void document(Document document) {
    add(document.place(), Manifest.allOf(document, creationCheck));
  }

  @Override
  public void malformed(SourceLocation place, String why) {
    add(place, List.of(Manifest.malformed(place, why)));
  }

  @Override
  public void unusable(String name, String why) {
    unusable = true;
    print(name + ": " + why);
  }

  List<JsonNode> unread(NamespacedName hpa, String why) {
    unusable(hpa.toString(), why);
    return List.of();
  }

  /** Checks what was visited, and ends the report. */
  Verdict end() {
    report(batch);
    writer.end();
    if (scaledObjects > 0) {
      print(
          (scaledObjects == 1 ? "1 ScaledObject is" : scaledObjects + " ScaledObjects are")
              + " not checked; use hpa convert");
    }
    return verdict();
  }

  /** Prints a line beside the report. */
  void print(String message) {
    err.println(SafeText.line("hpa: " + message));
    err.flush();
  }

  private Verdict verdict() {
    if (unusable) {
      return Verdict.UNUSABLE;
    }
    if (errors) {
      return Verdict.ERRORS;
    }
    return warnings ? Verdict.WARNINGS : Verdict.CLEAN;
  }

  private void add(SourceLocation place, List<Manifest> manifests) {
    if (place.ofLines()) {
      report(manifests);
    } else {
      batch.addAll(manifests);
    }
  }

  private void report(List<Manifest> manifests) {
    Findings findings = new Findings();
    ManifestOptions own = new ManifestOptions(manifests, OptionsReader.UNRESTRICTED);
    if (!options.onlyErrors()) {
      for (Manifest manifest : manifests) {
        Options applied = own.of(manifest, options.gates().scaleToZero());
        Duration period = applied.syncPeriod();
        AutoscalerRules.check(
            manifest, applied, period == null ? options : options.withSyncPeriod(period), findings);
      }
      CrossObjectRules.check(manifests, own, options, findings);
      OptionRules.check(manifests, own, options, findings);
    }
    for (Manifest manifest : manifests) {
      scaledObjects += manifest.key().kind().equals(ScaledObject.KIND) ? 1 : 0;
      List<Finding> found =
          findings.of(manifest).stream()
              .filter(each -> !options.ignored().contains(each.rule().id()))
              .toList();
      errors |= !manifest.errors().isEmpty();
      warnings |= found.stream().anyMatch(each -> each.rule().level() == LintRule.Level.WARNING);
      writer.report(
          new DocumentReport(
              manifest,
              found,
              options.onlyErrors()
                  ? List.of()
                  : AppliedOption.of(manifest, own, options.gates().scaleToZero())));
    }
  }
}
