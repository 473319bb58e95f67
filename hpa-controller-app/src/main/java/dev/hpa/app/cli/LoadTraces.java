package dev.hpa.app.cli;

import dev.hpa.sandbox.workload.LoadFormatException;
import dev.hpa.sandbox.workload.LoadTrace;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Load traces named on the command line. */
final class LoadTraces {

  private LoadTraces() {}

  static Map<String, LoadTrace> read(Map<String, Path> files) {
    Map<String, LoadTrace> traces = new LinkedHashMap<>();
    files.forEach((name, file) -> traces.put(name, read(file)));
    return traces;
  }

  static LoadTrace read(Path file) {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return LoadTrace.parse(reader, file.toString());
    } catch (LoadFormatException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    } catch (IOException failure) {
      throw new UsageException(
          file + ": " + (Files.exists(file) ? "cannot be read as text" : "no such file"), failure);
    }
  }
}
