package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program that prints credentials, as {@code exec} of a user in a kubeconfig names it. Its
 * standard error is that of this process.
 *
 * @param exec as in the kubeconfig, checked by {@link KubeconfigUserValidation}
 * @param cluster what the program receives about the cluster; null for nothing
 * @param timeout of one run, in real time; a longer one for programs that may ask a person
 */
record ExecPlugin(JsonNode exec, @Nullable ObjectNode cluster, Timeouts timeout) {

  static final Set<String> VERSIONS =
      Set.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

  /**
   * How long a program may take.
   *
   * @param alone without a person, in real time
   * @param withPerson when standard input is a terminal it may use, in real time
   */
  record Timeouts(Duration alone, Duration withPerson) {
    static final Timeouts DEFAULT = new Timeouts(Duration.ofSeconds(60), Duration.ofMinutes(10));
  }

  /** Whether the program uses standard input: as it is written, or the default of its version. */
  static String mode(JsonNode exec) {
    String mode = exec.path("interactiveMode").asText("");
    boolean isOld =
        exec.path("apiVersion").asText("").equals("client.authentication.k8s.io/v1beta1");
    return mode.isEmpty() && isOld ? "IfAvailable" : mode;
  }

  /**
   * Runs the program.
   *
   * @throws KubeconfigException with one line, when it has no usable credentials
   */
  ExecCredential run() throws KubeconfigException {
    boolean isInteractive = isInteractive();
    Process process = start(isInteractive);
    try {
      return ExecCredential.parse(
          ProgramOutput.of(process, isInteractive ? timeout.withPerson() : timeout.alone()),
          version());
    } catch (IOException failed) {
      throw failure(String.valueOf(failed.getMessage()), failed);
    }
  }

  private KubeconfigException failure(String why, Throwable cause) {
    return new KubeconfigException(
        "exec: executable " + exec.path("command").asText("") + " " + why, cause);
  }

  private boolean isInteractive() throws KubeconfigException {
    boolean isTerminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return switch (mode(exec)) {
      case "Always" -> {
        if (!isTerminal) {
          throw new KubeconfigException(
              "exec plugin cannot support interactive mode: standard input is not a terminal");
        }
        yield true;
      }
      case "IfAvailable" -> isTerminal;
      default -> false;
    };
  }

  private String version() {
    return exec.path("apiVersion").asText("");
  }

  private Process start(boolean isInteractive) throws KubeconfigException {
    List<String> command = new ArrayList<>(List.of(exec.path("command").asText("")));
    exec.path("args").forEach(argument -> command.add(argument.asText("")));
    ProcessBuilder program =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectInput(
                isInteractive
                    ? ProcessBuilder.Redirect.INHERIT
                    : ProcessBuilder.Redirect.from(new File("/dev/null")));
    for (JsonNode each : exec.path("env")) {
      program.environment().put(each.path("name").asText(""), each.path("value").asText(""));
    }
    program.environment().put("KUBERNETES_EXEC_INFO", info(isInteractive));
    try {
      return program.start();
    } catch (IOException missing) {
      String hint = exec.path("installHint").asText("").lines().findFirst().orElse("");
      throw failure("not found" + (hint.isBlank() ? "" : "; " + hint.strip()), missing);
    }
  }

  private String info(boolean isInteractive) {
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    info.put("kind", "ExecCredential").put("apiVersion", version());
    ObjectNode spec = info.putObject("spec").put("interactive", isInteractive);
    if (cluster != null && exec.path("provideClusterInfo").asBoolean()) {
      spec.set("cluster", cluster);
    }
    return new String(Json.write(info), StandardCharsets.UTF_8);
  }
}
