package dev.hpa.metrics.prometheus.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.kube.client.ProgramOutput;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What requests to a Prometheus server are authorized with. Files are read for each request,
 * because they are replaced while the process runs. Thread-safe.
 */
@FunctionalInterface
public interface PrometheusLogin {

  /** No credentials. */
  PrometheusLogin NONE = new OfFiles(null, null);

  /**
   * The value of the header {@code Authorization}; null for none.
   *
   * @throws IOException if the credentials are unavailable; the message does not contain them
   */
  @Nullable String authorization() throws IOException;

  /**
   * A login with a file, if one is given. Instances are equal when their files are.
   *
   * @param token file with a bearer token; null for none
   * @param basic file with {@code USER:PASSWORD}, which a token takes precedence over; null for
   *     none
   */
  record OfFiles(@Nullable Path token, @Nullable Path basic) implements PrometheusLogin {

    @Override
    public @Nullable String authorization() throws IOException {
      if (token != null) {
        return "Bearer " + checked("token", text(token));
      }
      return basic == null
          ? null
          : "Basic "
              + Base64.getEncoder()
                  .encodeToString(checked("user and password", text(basic)).getBytes(UTF_8));
    }
  }

  /**
   * A bearer token that a program prints. It runs at most once in five minutes, for at most a
   * minute, without input; its standard error is that of this process.
   *
   * @param command the program and its arguments
   */
  static PrometheusLogin ofCommand(List<String> command, InstantSource clock) {
    return new PrometheusLogin() {
      private String token = "";
      private Instant renewal = Instant.MIN;

      @Override
      public synchronized String authorization() throws IOException {
        if (!clock.instant().isBefore(renewal)) {
          token = checked("token", new String(output(command), UTF_8));
          renewal = clock.instant().plus(Duration.ofMinutes(5));
        }
        return "Bearer " + token;
      }
    };
  }

  private static byte[] output(List<String> command) throws IOException {
    try {
      return ProgramOutput.of(
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .redirectInput(new File("/dev/null"))
              .start(),
          Duration.ofMinutes(1));
    } catch (IOException failure) {
      throw new IOException(
          "the command \"%s\" has no token: %s".formatted(command.getFirst(), failure.getMessage()),
          failure);
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new IOException("the file \"" + file + "\" cannot be read", unreadable);
    }
  }

  /** Checks the characters, because a line break would begin another header. */
  private static String checked(String what, String text) throws IOException {
    String secret = text.strip();
    if (!secret.matches("[!-~]+")) {
      throw new IOException("the " + what + " is empty or has invalid characters");
    }
    return secret;
  }
}
