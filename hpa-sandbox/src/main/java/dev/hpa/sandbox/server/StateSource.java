package dev.hpa.sandbox.server;

import java.io.IOException;
import java.io.OutputStream;

/** Gives the state of the sandbox away, as it is kept in files. */
@FunctionalInterface
public interface StateSource {
  void writeTo(OutputStream out) throws IOException;
}
