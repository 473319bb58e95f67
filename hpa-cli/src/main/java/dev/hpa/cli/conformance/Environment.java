package dev.hpa.cli.conformance;

/**
 * The environment of a run.
 *
 * @param cluster {@code sandbox}, {@code existing cluster}, or empty for decisions
 */
public record Environment(String os, int cpus, String jvm, String cluster) {

  /** Returns the environment of this JVM. */
  public static Environment here(String cluster) {
    return new Environment(
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        "%s %s".formatted(System.getProperty("java.vm.name"), System.getProperty("java.version")),
        cluster);
  }
}
