package dev.hpa.cli.convert;

import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.SafeText;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.DocumentHeader;
import dev.hpa.cli.manifests.DocumentWriter;
import dev.hpa.cli.manifests.ManifestException;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.manifests.SourceLocation;
import dev.hpa.cli.output.OutputFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run of {@code convert}. Documents are written in the order of the input. */
public final class ConvertRun {

  private final PrintWriter out;
  private final PrintWriter err;
  private final Converter converter;
  private @Nullable OutputFormat format;
  private @Nullable DocumentWriter writer;
  private Verdict verdict = Verdict.DONE;

  /** The result of a run; the last applicable one. */
  public enum Verdict {
    DONE,
    /** A document was not converted, or a field of it was dropped. */
    INCOMPLETE,
    /** A file could not be read. */
    UNUSABLE
  }

  /**
   * Creates a run.
   *
   * @param release the Kubernetes version that drops the fields it does not know
   * @param defaulted whether to set the defaults of the input version
   * @param skipOthers whether objects of other kinds are omitted; otherwise they are copied
   * @param format null for NDJSON if the first document is from NDJSON, else YAML
   */
  public ConvertRun(
      PrintWriter out,
      PrintWriter err,
      HpaVersion to,
      KubernetesVersion release,
      boolean defaulted,
      boolean skipOthers,
      @Nullable OutputFormat format) {
    this.out = out;
    this.err = err;
    this.converter = new Converter(to, release, defaulted, skipOthers);
    this.format = format;
  }

  /** All supported versions, for messages. */
  public static String versions() {
    return DocumentHeader.versions();
  }

  /** Converts all documents of the given files. */
  public Verdict over(List<String> files) throws IOException {
    ManifestFiles.visit(
        files,
        new ManifestFiles.Visitor() {
          @Override
          public void document(Document document) {
            convert(document);
          }

          @Override
          public void comment(String text) {
            if (text.contains("#") && (format == null || format == OutputFormat.YAML)) {
              format = OutputFormat.YAML;
              writer(OutputFormat.YAML).copy(text);
            }
          }

          @Override
          public void malformed(SourceLocation place, String why) {
            refuse(place, why);
          }

          @Override
          public void unusable(String file, String why) {
            verdict = Verdict.UNUSABLE;
            tell(file + ": " + why);
          }
        });
    out.flush();
    return verdict;
  }

  private void convert(Document document) {
    try {
      if (converter.leavesAsIs(document.json())) {
        writer(format(document.place())).copy(document);
        return;
      }
      converter
          .convert(document.json())
          .ifPresent(converted -> writer(format(document.place())).write(converted));
      for (String field : converter.dropped(document.json())) {
        incomplete();
        tell(document.place() + ": dropped: " + field);
      }
      for (String reference : converter.removed(document.json())) {
        tell(document.place() + ": note: " + reference);
      }
    } catch (ManifestException failure) {
      refuse(document.place(), failure.text());
    }
  }

  private DocumentWriter writer(OutputFormat of) {
    if (writer == null) {
      writer = new DocumentWriter(out, of);
    }
    return writer;
  }

  private OutputFormat format(SourceLocation place) {
    if (format == null) {
      format = place.ofLines() ? OutputFormat.NDJSON : OutputFormat.YAML;
    }
    return format;
  }

  /** In NDJSON an error object replaces the document, so that input and output lines correspond. */
  private void refuse(SourceLocation place, String why) {
    incomplete();
    String message = place + ": " + why;
    if (format(place) == OutputFormat.NDJSON) {
      out.println(SafeText.json(Json.text(Map.of("error", message))));
    } else {
      tell(message);
    }
  }

  private void incomplete() {
    if (verdict == Verdict.DONE) {
      verdict = Verdict.INCOMPLETE;
    }
  }

  private void tell(String message) {
    out.flush();
    err.println(SafeText.line("hpa: " + message));
    err.flush();
  }
}
