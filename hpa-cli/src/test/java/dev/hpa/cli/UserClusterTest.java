package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.app.cli.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kubeconfig is found as by kubectl. */
class UserClusterTest {

  @Test
  void homeIsThatOfTheEnvironment(@TempDir Path home) throws IOException {
    Path config = home.resolve(".kube/config");
    Map<String, String> environment = Map.of("HOME", home.toString());
    UsageException none =
        assertThrows(UsageException.class, () -> UserCluster.defaults(environment));
    assertEquals(
        "--kubeconfig: no kubeconfig is found, and "
            + config
            + " does not exist; give --kubeconfig FILE, or set KUBECONFIG",
        none.getMessage());
    Files.createDirectories(config.getParent());
    Files.writeString(config, "");
    assertEquals(List.of(config), UserCluster.defaults(environment));
  }

  @Test
  void kubeconfigTakesPrecedence() {
    String files = "a" + File.pathSeparator + File.pathSeparator + "b";
    assertEquals(
        List.of(Path.of("a"), Path.of("b")),
        UserCluster.defaults(Map.of("HOME", "/nowhere", "KUBECONFIG", files)));
  }
}
