package dev.hpa.cli.simulate;

import dev.hpa.cli.files.InputFiles;
import dev.hpa.cli.files.LimitedText;
import dev.hpa.kube.content.UnicodeText;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a trace from a file: a Prometheus response in JSON, or else CSV. */
final class TraceFile implements InputFiles.Visitor {

  private @Nullable String text;
  private @Nullable String problem;

  private TraceFile() {}

  /**
   * Reads a trace.
   *
   * @param name file name, which may end in {@code .gz}; {@code -} is standard input
   * @param series labels of the series of a Prometheus result; empty for the only one
   */
  static RecordedLoad read(String name, Map<String, String> series, RecordingOptions gaps)
      throws IOException, UnusableInputException {
    TraceFile file = new TraceFile();
    InputFiles.visit(List.of(name), List.of(".csv", ".json"), file);
    if (file.text == null) {
      throw new UnusableInputException(name + ": " + file.problem);
    }
    return file.text.stripLeading().startsWith("{")
        ? PrometheusTrace.parse(name, file.text, series, gaps)
        : CsvTrace.parse(name, file.text, gaps);
  }

  @Override
  public boolean content(String name, InputStream in) throws IOException {
    text = LimitedText.whole(UnicodeText.of(in));
    return false;
  }

  @Override
  public boolean unreadable(String name, String why) {
    problem = why;
    return false;
  }
}
