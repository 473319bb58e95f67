package dev.hpa.cli.conformance;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command that starts this program again, from the source tree or an archive. */
public final class ProgramLauncher {

  /** The command template of this project's controller. */
  public static final String CONTROLLER =
      "{hpa} run --kubeconfig={kubeconfig} --authentication-kubeconfig={kubeconfig}"
          + " --authorization-kubeconfig={kubeconfig} --bind-address=127.0.0.1"
          + " --secure-port={port} --leader-elect=false"
          + " --horizontal-pod-autoscaler-sync-period={sync-period}"
          + " --horizontal-pod-autoscaler-downscale-stabilization={downscale-stabilization}"
          + " --horizontal-pod-autoscaler-tolerance={tolerance}"
          + " --horizontal-pod-autoscaler-cpu-initialization-period={cpu-initialization-period}"
          + " --horizontal-pod-autoscaler-initial-readiness-delay={initial-readiness-delay}"
          + " --feature-gates={feature-gates} --kube-api-qps=500 --kube-api-burst=1000"
          + " --concurrent-horizontal-pod-autoscaler-syncs=20";

  private static final String PLACEHOLDER = "{hpa}";

  private ProgramLauncher() {}

  /** Replaces {@code {hpa}} in a command by the command of this program. */
  public static String filled(String command) {
    return command.contains(PLACEHOLDER) ? command.replace(PLACEHOLDER, words()) : command;
  }

  private static String words() {
    return Stream.of(
            Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream(),
            Stream.of("-cp", System.getProperty("java.class.path"), "dev.hpa.cli.Main"))
        .flatMap(each -> each)
        .map(word -> "'" + word.replace("'", "'\"'\"'") + "'")
        .collect(Collectors.joining(" "));
  }
}
