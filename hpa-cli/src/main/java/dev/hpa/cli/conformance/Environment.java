package dev.hpa.cli.conformance;

/** The machine that ran the suite. */
public record Environment(String os, int cpus, String jvm) {

  /** The current machine. */
  public static Environment here() {
    return new Environment(
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        "%s %s".formatted(System.getProperty("java.vm.name"), System.getProperty("java.version")));
  }
}
