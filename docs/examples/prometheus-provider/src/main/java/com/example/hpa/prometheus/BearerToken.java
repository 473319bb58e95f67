package com.example.hpa.prometheus;

import dev.hpa.spi.ProviderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The bearer token of requests, if any. */
@FunctionalInterface
interface BearerToken {

  /** Reads the current token; files with tokens are rotated. */
  Optional<String> read() throws IOException;

  /**
   * Returns the token from the settings.
   *
   * @throws IllegalArgumentException if both token settings are set
   */
  static BearerToken of(ProviderSettings settings) {
    if (settings.has("token") && settings.has("token-file")) {
      throw new IllegalArgumentException("token: conflicts with token-file; set one of them");
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

  /**
   * Rejects invalid characters here, because the exception of the HTTP client would contain the
   * token.
   */
  private static String checked(String token) throws IOException {
    if (!token.matches("[!-~]+")) {
      throw new IOException("the token is empty or has invalid characters");
    }
    return token;
  }
}
