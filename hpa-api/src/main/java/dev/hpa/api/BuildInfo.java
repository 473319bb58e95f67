package dev.hpa.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build. */
public final class BuildInfo {

  /** The version of this project, for example {@code 1.0.0}. */
  public static final String VERSION = version();

  private BuildInfo() {}

  /** The build writes the version of the POM into the file. */
  private static String version() {
    Properties properties = new Properties();
    try (InputStream file = BuildInfo.class.getResourceAsStream("build.properties")) {
      if (file != null) {
        properties.load(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return properties.getProperty("version", "unknown");
  }
}
