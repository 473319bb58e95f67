package dev.hpa.cli.simulate;

import java.io.IOException;
import java.util.Map;

/**
 * A file with a load.
 *
 * @param name its name, which may end in {@code .gz}; {@code -} is standard input
 */
public record LoadFile(String name) implements LoadSource {

  @Override
  public RecordedLoad read(Map<String, String> series, RecordingOptions gaps)
      throws IOException, UnusableInputException {
    return TraceFile.read(name, series, gaps);
  }
}
