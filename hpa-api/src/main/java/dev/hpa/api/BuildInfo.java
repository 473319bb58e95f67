package dev.hpa.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Versions of this build: of the project, and of the Kubernetes release it reproduces. */
public final class BuildInfo {

  /** The version of this project, for example {@code 1.0.0}. */
  public static final String VERSION = version();

  public static final int KUBERNETES_MAJOR = 1;
  public static final int KUBERNETES_MINOR = 36;

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
