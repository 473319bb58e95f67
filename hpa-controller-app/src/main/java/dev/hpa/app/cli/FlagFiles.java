package dev.hpa.app.cli;

import dev.hpa.api.GoQuote;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files named by flags. The error messages are those of kube-controller-manager. */
public final class FlagFiles {

  private static final String CERTIFICATE = "-----BEGIN CERTIFICATE-----";
  private static final String KEY = "PRIVATE KEY-----";

  private FlagFiles() {}

  /** A path, or null for an empty value. */
  static @Nullable Path path(String value) {
    return value.isEmpty() ? null : of(value);
  }

  /**
   * The path of a flag value.
   *
   * @throws UsageException if the value is not a valid path
   */
  public static Path of(String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException impossible) {
      throw new UsageException(unusable(impossible), impossible);
    }
  }

  /** What to report of a text that is no path, as of a name that the locale cannot express. */
  static String unusable(InvalidPathException path) {
    return GoQuote.quote(path.getInput())
        + ": is not a valid path: "
        + path.getReason()
        + "; use characters of the current locale, or set LC_ALL=C.UTF-8";
  }

  /** The content of a file as ISO-8859-1. */
  static String read(String file) throws IOException {
    try {
      return new String(Files.readAllBytes(of(file)), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException missing) {
      throw new IOException("open " + file + ": no such file or directory", missing);
    } catch (IOException failure) {
      throw new IOException(
          "read " + file + (Files.isDirectory(Path.of(file)) ? ": is a directory" : ": cannot"),
          failure);
    }
  }

  /** Rejects a certificate or key that is missing or is not PEM. */
  static void requirePair(String certificate, String key) throws IOException {
    if (certificate.isEmpty() || key.isEmpty()) {
      throw new IOException(
          "missing filename for serving cert; give a certificate and its key together");
    }
    if (!read(certificate).contains(CERTIFICATE)) {
      throw new IOException("tls: failed to find any PEM data in certificate input " + certificate);
    }
    if (!read(key).contains(KEY)) {
      throw new IOException("tls: failed to find any PEM data in key input " + key);
    }
  }

  /**
   * Rejects a file without certificates.
   *
   * @param bundle what the certificates are for, in messages
   */
  static void requireAuthorities(String bundle, String file) throws IOException {
    String text = read(file);
    String name = GoQuote.quote(bundle + "::" + file);
    if (text.isEmpty()) {
      throw new IOException("missing content for CA bundle " + name);
    }
    if (!text.contains(CERTIFICATE)) {
      throw new IOException(
          "error loading CA bundle for "
              + name
              + ": data does not contain any valid RSA or ECDSA certificates");
    }
  }
}
