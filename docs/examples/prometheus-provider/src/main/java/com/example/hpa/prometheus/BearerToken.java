package com.example.hpa.prometheus;

import dev.hpa.spi.ProviderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The token a request is sent with, if any. */
@FunctionalInterface
interface BearerToken {

  /** The token now; those in files are replaced while the controller runs. */
  Optional<String> read() throws IOException;

  /**
   * The token of the settings.
   *
   * @throws IllegalArgumentException when there are two
   */
  static BearerToken of(ProviderSettings settings) {
    if (settings.has("token") && settings.has("token-file")) {
      throw new IllegalArgumentException("token: not together with token-file");
    }
    if (settings.has("token-file")) {
      Path file = settings.file("token-file");
      return () -> Optional.of(checked(Files.readString(file).strip()));
    }
    if (settings.has("token")) {
      String token = settings.text("token");
      return () -> Optional.of(checked(token));
    }
    return Optional::empty;
  }

  /** A header with other characters is refused by the HTTP client in a text that has the token. */
  private static String checked(String token) throws IOException {
    if (!token.matches("[!-~]+")) {
      throw new IOException("the token is empty or has characters that tokens do not have");
    }
    return token;
  }
}
