package dev.hpa.kube.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A token in a file that another process renews, such as kubelet. The file is read again every 50
 * s, as client-go does; while it cannot be read, the last token is used. Thread-safe.
 */
final class TokenFile implements Authorization {

  private static final Duration RELOAD_PERIOD = Duration.ofSeconds(50);

  private final Path file;
  private final InstantSource clock;
  private String token;
  private Instant readAgain = Instant.MIN;

  /**
   * @param token used until the file can be read; empty to require a readable file
   * @throws KubeconfigException if there is no token
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
    readAgain = clock.instant().plus(RELOAD_PERIOD);
  }

  @Override
  public synchronized String header() {
    if (!clock.instant().isBefore(readAgain)) {
      try {
        refresh();
      } catch (IOException failure) {
        // The server rejects the last token once it has expired.
        readAgain = clock.instant().plus(RELOAD_PERIOD);
      }
    }
    return "Bearer " + token;
  }
}
