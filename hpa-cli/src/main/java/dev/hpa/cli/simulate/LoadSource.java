package dev.hpa.cli.simulate;

import java.io.IOException;
import java.util.Map;

/** Where a recorded load is read from. */
public sealed interface LoadSource permits LoadFile, PrometheusQuery {

  /**
   * Reads the load.
   *
   * @param series labels of the series of a Prometheus result; empty for the only one
   * @throws UnusableInputException if the load cannot be read or has no samples
   */
  RecordedLoad read(Map<String, String> series, RecordingOptions gaps)
      throws IOException, UnusableInputException;
}
