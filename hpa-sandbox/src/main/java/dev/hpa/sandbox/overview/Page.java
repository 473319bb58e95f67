package dev.hpa.sandbox.overview;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The page itself: one file without any data, which anybody may have. Its script asks for the data
 * with the token that stands behind the {@code #} of its address. Browsers send that part to
 * nobody, and unlike cookies, which all servers on the loopback address would get, a token that has
 * to be put into a header is of no use to other pages.
 *
 * @param policy what a browser may let the page do: run the one script with the one style, and talk
 *     to nobody but its own server
 */
public record Page(byte[] html, String policy) {

  /** The page as it stands beside this class. */
  public static Page load() {
    String frame = read("page.html");
    String style = read("page.css");
    String script = read("page.js");
    String html = frame.replace("{{style}}", style).replace("{{script}}", script);
    String policy =
        "default-src 'none'; style-src '%s'; script-src '%s'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            .formatted(hash(style), hash(script));
    return new Page(html.getBytes(StandardCharsets.UTF_8), policy);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String read(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
