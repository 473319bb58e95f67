package dev.hpa.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/** The kubeconfig of a sandbox: one cluster, one user, one context, all named sandbox. */
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

  /** Writes it so that nobody else can read it, and never half. */
  void write(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " is no file name");
    }
    Files.createDirectories(directory);
    Path draft =
        Files.createTempFile(
            directory,
            ".kubeconfig",
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(draft, yaml());
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
