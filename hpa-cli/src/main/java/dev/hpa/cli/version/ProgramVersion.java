package dev.hpa.cli.version;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of the program, from the manifest of its jar. */
public final class ProgramVersion implements IVersionProvider {

  /** Returns the version, for example {@code 1.0.0}; {@code unknown} if the classes are in no jar. */
  public static String get() {
    return Objects.requireNonNullElse(
        ProgramVersion.class.getPackage().getImplementationVersion(), "unknown");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"hpa " + get() + ", deciding as Kubernetes v1.36"};
  }
}
