package dev.hpa.kube.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A token in a file that others renew, as kubelet does. The file is read again every 50 s, as the
 * Kubernetes clients for Go do; while it cannot be read the last token counts. Thread-safe.
 */
final class TokenFile implements Authorization {

  private static final Duration KEPT = Duration.ofSeconds(50);

  private final Path file;
  private final InstantSource clock;
  private String token;
  private Instant readAgain = Instant.MIN;

  /**
   * @param token that counts until the file can be read; empty to require that it can
   * @throws KubeconfigException when there is no token at all
   */
  TokenFile(Path file, String token, InstantSource clock) throws KubeconfigException {
    this.file = file;
    this.clock = clock;
    this.token = token;
    try {
      refresh();
    } catch (IOException failure) {
      if (token.isEmpty()) {
        throw new KubeconfigException(String.valueOf(failure.getMessage()), failure);
      }
    }
  }

  private void refresh() throws IOException {
    String read;
    try {
      read = Files.readString(file).strip();
    } catch (IOException failure) {
      throw new IOException("failed to read token file \"" + file + "\"", failure);
    }
    if (read.isEmpty()) {
      throw new IOException("read empty token from file \"" + file + "\"");
    }
    token = read;
    readAgain = clock.instant().plus(KEPT);
  }

  @Override
  public synchronized String header() {
    if (!clock.instant().isBefore(readAgain)) {
      try {
        refresh();
      } catch (IOException failure) {
        // The server refuses the last token when it does not count any more.
        readAgain = clock.instant().plus(KEPT);
      }
    }
    return "Bearer " + token;
  }
}
