package dev.hpa.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

/**
 * The kubeconfig of a sandbox: one cluster, one user and one context, all named {@code sandbox}.
 */
record Kubeconfig(String server, String certificatePem, String token) {

  String yaml() {
    String authority =
        Base64.getEncoder().encodeToString(certificatePem.getBytes(StandardCharsets.UTF_8));
    return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: sandbox
          cluster:
            server: %s
            certificate-authority-data: %s
        users:
        - name: sandbox
          user:
            token: %s
        contexts:
        - name: sandbox
          context:
            cluster: sandbox
            user: sandbox
            namespace: default
        current-context: sandbox
        """
        .formatted(server, authority, token);
  }

  /** Writes the kubeconfig atomically, with mode 0600. */
  void write(Path file) throws IOException {
    PrivateFile.write(file, yaml());
  }
}
